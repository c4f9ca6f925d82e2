/** Pages of clauses at `/docs/clauses` and of rules for clients at `/docs/clients`: a list, and a page for each. No scripts. */
import { readFileSync } from 'node:fs';
import { loadClauses, loadClientRules, type Clause, type ClientRule } from '../../spec/index.js';
import { escapeHtml } from '../../common/browser/html.js';
import type { Page } from '../../common/browser/serve.js';
import { marked, documentPage } from './text-page.js';

/** A title and the HTML below it. Parts without HTML are left out. */
type Part = [title: string, html: string | undefined];

interface Listing<Entry> {
  path: string;
  admin: boolean;
  title: string;
  intro: string;
  /** Titles of the list's columns. The first one is the noun for an entry. */
  columns: [string, string, string, string];
  groups: readonly { id: string; title: string }[];
  entries: readonly Entry[];
  lastCell: (entry: Entry) => string;
  facts: (entry: Entry) => Part[];
  sections: (entry: Entry) => Part[];
}

const LEVELS = {
  must: 'must: binding',
  should: 'should: recommended',
  open: 'open: several answers conform',
};
const TRAFFIC = { judged: 'judged', warned: 'a warning', none: 'not visible' };

/** Returns the path and content of every page. With `admin`, pages link to the admin API. */
export function clausePages(admin: boolean): Page[] {
  const { clauses, groups } = loadClauses();
  const clients = loadClientRules();
  return [
    ...pagesOf<Clause>({
      path: '/docs/clauses',
      admin,
      title: 'Clauses',
      intro: 'Behavior that a schema cannot state. The mock complies; the suite checks deployments.',
      columns: ['Clause', 'A conforming service', 'Level', 'Section'],
      groups,
      entries: clauses,
      lastCell: ({ section }) => section,
      facts: ({ operations, reading, why }) => [
        ['Operations', operations.map((id) => `<a href="/docs#/operations/${id}">${id}</a>`).join(', ')],
        ['Reading', reading],
        ['Not checked', why && marked(why)],
      ],
      sections: ({ id }) => [['Scenarios that check it', scenariosOf(id)]],
    }),
    ...pagesOf<ClientRule>({
      path: '/docs/clients',
      admin,
      title: 'Rules for clients',
      intro: `How a correct client behaves. The rules that traffic reveals are checked
on the live page, in the journal of the admin API, and with <code>job-search-conformance clients</code>.`,
      columns: ['Rule', 'A correct client', 'Level', 'From traffic'],
      groups: clients.groups,
      entries: clients.rules,
      lastCell: ({ traffic }) => TRAFFIC[traffic],
      facts: ({ traffic }) => [['From traffic', TRAFFIC[traffic]]],
      sections: ({ why, instead, note }) => [
        ['Why it matters', paragraph(why)],
        ['What to do', paragraph(instead)],
        ['Limits of the check', note && paragraph(note)],
      ],
    }),
  ];
}

/** Returns the titles and sections of all clauses by id, as JSON for the live page. */
export function clauseTitles(): string {
  const entries = loadClauses().clauses.map(({ id, title, section }) => [id, { title, section }] as const);
  return JSON.stringify(Object.fromEntries(entries));
}

function scenariosOf(clause: string): string | undefined {
  const text = readFileSync(new URL('./generated/scenarios.json', import.meta.url), 'utf8');
  const { scenarios } = JSON.parse(text) as { scenarios: { id: string; title: string; clauses: string[] }[] };
  const items = scenarios
    .filter(({ clauses }) => clauses.includes(clause))
    .map(({ id, title }) => `<li>${marked(title)} <code>${id}</code></li>\n`);
  if (items.length === 0) return undefined;
  return `<p>The suite runs them against any deployment:</p>
<pre tabindex="0"><code>npx job-search-conformance --target URL --only ${clause}</code></pre>
<ul>\n${items.join('')}</ul>`;
}

function pagesOf<Entry extends Clause | ClientRule>(listing: Listing<Entry>): Page[] {
  const { path, admin, title, intro, columns, groups, entries } = listing;
  const noun = columns[0].toLowerCase();
  const link = ({ id }: Entry, text = ''): string => `<a href="${path}/${id}">${id}${text}</a>`;
  const table = (group: { id: string; title: string }): string => {
    const rows = entries
      .filter((entry) => entry.group === group.id)
      .map((entry) => [link(entry), marked(entry.title), entry.level, listing.lastCell(entry)])
      .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`);
    return section(group.id, [
      group.title,
      `<div class="wide" tabindex="0" role="region" aria-label="Table: ${escapeHtml(group.title)}"><table>
<thead><tr>${columns.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead>
<tbody>\n${rows.join('')}</tbody>
</table></div>`,
    ]);
  };
  const page = (entry: Entry, at: number): string => {
    const common: Part[] = [
      ['Level', LEVELS[entry.level]],
      ['Source', `section ${entry.section}`],
    ];
    const facts = [...common, ...listing.facts(entry)].map(
      ([name, html]) => html && `<dt>${name}</dt><dd>${html}</dd>\n`,
    );
    const neighbors = entries.filter((_, i) => Math.abs(i - at) === 1);
    return [
      section(noun, [`The ${noun}`, `${paragraph(entry.text)}\n<dl>\n${facts.join('')}</dl>`]),
      ...listing.sections(entry).map((part, i) => section(`part-${i}`, part)),
      `<nav aria-label="Neighbors">${neighbors.map((each) => link(each, ` ${marked(each.title)}`)).join('')}</nav>`,
    ].join('');
  };
  return [
    [path, () => documentPage(path, admin, title, `<p>${intro}</p>\n${groups.map(table).join('')}`)],
    ...entries.map((entry, at): Page => [
      `${path}/${entry.id}`,
      () => documentPage(path, admin, `${entry.id} ${entry.title.replaceAll('`', '')}`, page(entry, at)),
    ]),
  ];
}

function section(id: string, [title, html]: Part): string {
  if (html === undefined) return '';
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${escapeHtml(title)}</h2>\n${html}\n</section>\n`;
}

function paragraph(text: string): string {
  return `<p>${marked(text)}</p>`;
}
