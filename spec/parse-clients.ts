/** Reads clients.yaml as it is written by hand, apart from the loader, as parse-clauses.ts does for the clauses. */
import type { ClientRule, ClientRules } from './clients.js';
import { Entry, nameOf, readTop, refuseRepeated, titles } from './entry.js';

/** `sections` are those that the source has. Throws ClausesError at the first thing that is wrong. */
export function parseClientRules(
  text: string,
  sections: readonly { id: string }[],
  file = 'clients.yaml',
): ClientRules {
  const top = readTop(text, file, ['groups', 'rules']);
  const groups = titles('group', top.list('groups'));
  const rules = top.list('rules').map((value) => parseRule(value, groups, sections));
  refuseRepeated('rule', rules);
  return { rules, groups };
}

const MEMBERS = 'id since group level section courses traffic title text why instead note'.split(' ');

function parseRule(
  value: unknown,
  groups: readonly { id: string }[],
  sections: readonly { id: string }[],
): ClientRule {
  const entry: Entry = new Entry(nameOf('rule', value), value, MEMBERS);
  const id = entry.text('id') as ClientRule['id'];
  if (!/^CLI-[1-9]\d*$/.test(id)) entry.fail('has an id that is not of the form CLI-3');
  const since = entry.text('since');
  if (!/^\d+\.\d+\.\d+$/.test(since)) entry.fail(`has since "${since}"; use a version such as 0.1.0`);
  const rule: ClientRule = {
    id,
    group: oneOf(entry, 'group', names(groups)),
    level: oneOf(entry, 'level', ['must', 'should']),
    since,
    section: oneOf(entry, 'section', names(sections)),
    title: entry.text('title'),
    text: entry.text('text'),
    why: entry.text('why'),
    instead: entry.text('instead'),
    courses: entry.boolean('courses'),
    traffic: oneOf(entry, 'traffic', ['judged', 'warned', 'none']),
  };
  if (!rule.courses && rule.traffic === 'none') entry.fail('is judged nowhere');
  if (entry.has('note')) rule.note = entry.text('note');
  return rule;
}

const names = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id);

function oneOf<T extends string>(entry: Entry, member: string, known: readonly T[]): T {
  const value = known.find((each) => each === entry.text(member));
  if (value === undefined) entry.fail(`has ${member} "${entry.text(member)}"; use ${known.join(', ')}`);
  return value;
}
