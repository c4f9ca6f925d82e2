import { describe, expect, it } from 'vitest';
import { oracles } from '../../judge/oracles/index.js';
import { loadDocuments } from '../../pack/model/documents.js';
import { makeProfile } from '../target/profile.js';
import { whyNot } from './plan.js';
import { chooseScenarios } from './scenarios.js';

const documents = loadDocuments();
const all = chooseScenarios({ oracles }, documents).scenarios;
const chosenBy = (token: string) => chooseScenarios({ only: [token], oracles }, documents);

describe('--only', () => {
  it.each(['LOOK', 'PAGE', 'WIN'])(
    'selects only scenarios of the group %s, in any case of letters, and each clause of it',
    (group) => {
      const { scenarios, asked } = chosenBy(group.toLowerCase());
      const ids = documents.clauses.clauses.filter((each) => each.group === group).map(({ id }) => id);
      expect(
        scenarios.filter(({ facts }) => !facts.clauses.some((id) => id.startsWith(`${group}-`))),
      ).toEqual([]);
      expect(Object.keys(asked!).sort()).toEqual(ids.sort());
    },
  );

  it('selects the scenarios that use an operation of the clause, if none cites it', () => {
    const judged = new Set(oracles.flatMap(({ clauses }) => clauses as readonly string[]));
    const uncited = documents.clauses.clauses.filter(
      ({ id }) => judged.has(id) && !all.some(({ facts }) => facts.clauses.includes(id)),
    );
    for (const { id, operations } of uncited)
      expect(chosenBy(id).scenarios, id).toEqual(
        all.filter(({ facts }) => operations.some((each) => facts.requires.includes(`operation:${each}`))),
      );
    expect(uncited.length).toBeGreaterThan(0);
  });
});

it('each clause that can be checked has a scenario or an oracle', () => {
  const checked = new Set<string>(
    [...all.map(({ facts }) => facts), ...oracles].flatMap(({ clauses }) => clauses as readonly string[]),
  );
  const unchecked = documents.clauses.clauses.filter(({ id, check }) => check !== 'none' && !checked.has(id));
  // A failure names the packs that cite most clauses of the group.
  const places = unchecked.map(({ id, group }) => {
    const counts = new Map<string, number>();
    for (const { facts } of all)
      for (const clause of facts.clauses)
        if (clause.startsWith(`${group}-`)) counts.set(facts.pack, (counts.get(facts.pack) ?? 0) + 1);
    const likeliest = [...counts].sort(([, a], [, b]) => b - a).map(([pack]) => `packs/${pack}.yaml`);
    return `${id}: add a scenario to ${likeliest.slice(0, 2).join(' or ')}, or an oracle`;
  });
  expect(places).toEqual([]);
});

it('says in words which data a scenario lacks', () => {
  const [scenario] = all;
  const lacking = (...requires: string[]) => ({ ...scenario!, facts: { ...scenario!.facts, requires } });
  const offer = {
    profile: makeProfile({ target: 'http://x', apiKey: 'k' }, {}),
    readings: null,
    known: new Set<string>(),
    why: { agencyUrl: { reason: 'the survey cost too much', looked: false } },
    readOnly: false,
  };
  expect(
    ['agencyUrl', 'companyUnpaidFrom', 'hugeCompanyUrl'].map(
      (fact) => whyNot(lacking(`fact:${fact}`), offer)?.reason,
    ),
  ).toEqual([
    'the survey finds no agency: the survey cost too much',
    'the survey finds no days with several jobs that the key has not paid for',
    'needs a known company whose full page exceeds 4 MiB: name hugeCompanyUrl in the profile',
  ]);
});
