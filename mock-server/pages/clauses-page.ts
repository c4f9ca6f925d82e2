/** The clauses as pages: all of them at `/docs/clauses`, each at `/docs/clauses/BILL-2`. Without scripts. */
import { readFileSync } from 'node:fs';
import { loadClauses, type Clause } from '../../spec/index.js';
import { escapeHtml } from './html.js';
import { marked, plain, textPage } from './text-page.js';

export const CLAUSES_PATH = '/docs/clauses';

/** Path and content of every page. */
export function clausePages(): [path: string, content: () => string][] {
  const { clauses, groups } = loadClauses();
  // Read when a page asks for it: most mocks show none.
  let scenarios: Map<string, Scenario[]> | undefined;
  const lookingAt = (id: string): Scenario[] => (scenarios ??= scenariosByClause()).get(id) ?? [];
  return [
    [CLAUSES_PATH, () => textPage('Clauses', listing(clauses, groups))],
    ...clauses.map((clause): [string, () => string] => [
      `${CLAUSES_PATH}/${clause.id}`,
      () => textPage(`${clause.id} ${plain(clause.title)}`, clausePage(clause, lookingAt(clause.id))),
    ]),
  ];
}

/** What the live page says of a clause beside its link, by id. */
export function clauseTitles(): string {
  const { clauses } = loadClauses();
  const told = clauses.map(({ id, title, section }) => [id, { title, section }] as const);
  return JSON.stringify(Object.fromEntries(told));
}

/** A scenario of the suite's packs. */
interface Scenario {
  id: string;
  title: string;
}

function scenariosByClause(): Map<string, Scenario[]> {
  const text = readFileSync(new URL('./generated/scenarios.json', import.meta.url), 'utf8');
  const { scenarios } = JSON.parse(text) as { scenarios: (Scenario & { clauses: string[] })[] };
  const byClause = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    for (const id of scenario.clauses) byClause.set(id, [...(byClause.get(id) ?? []), scenario]);
  }
  return byClause;
}

const LEVELS: Readonly<Record<Clause['level'], string>> = {
  must: 'must: it binds',
  should: 'should: recommended',
  open: 'open: several answers conform',
};

function listing(clauses: readonly Clause[], groups: readonly { id: string; title: string }[]): string {
  const sections = groups.map(({ id, title }) => {
    const rows = clauses
      .filter(({ group }) => group === id)
      .map(
        (clause) =>
          `<tr><td><a href="${CLAUSES_PATH}/${clause.id}">${clause.id}</a></td><td>${marked(clause.title)}</td>` +
          `<td>${clause.level}</td><td>${escapeHtml(clause.section)}</td></tr>`,
      );
    return `<section aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(title)}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table>
<thead><tr><th scope="col">Clause</th><th scope="col">A conforming service</th><th scope="col">Level</th><th scope="col">Section</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`;
  });
  return `<p>What the service does and a schema cannot say. The mock behaves so, and the suite finds out whether a deployment does.</p>
${sections.join('\n')}`;
}

function clausePage(
  { id, text, level, section, operations, reading, why }: Clause,
  scenarios: readonly Scenario[],
): string {
  return `<section aria-labelledby="clause">
<h2 id="clause">The clause</h2>
<p>${marked(text)}</p>
<dl>
<dt>Level</dt><dd>${LEVELS[level]}</dd>
<dt>Source</dt><dd>section ${escapeHtml(section)}</dd>
<dt>Operations</dt><dd>${operations.map((each) => `<a href="/docs#/operations/${each}">${each}</a>`).join(', ')}</dd>
${reading === undefined ? '' : `<dt>Reading</dt><dd>${escapeHtml(reading)}</dd>`}
${why === undefined ? '' : `<dt>Not checked</dt><dd>${marked(why)}</dd>`}
</dl>
</section>
${scenarios.length === 0 ? '' : lookedAt(id, scenarios)}`;
}

function lookedAt(clause: string, scenarios: readonly Scenario[]): string {
  const rows = scenarios.map(({ id, title }) => `<li>${marked(title)} <code>${id}</code></li>`);
  return `<section aria-labelledby="looked">
<h2 id="looked">Scenarios that look at it</h2>
<p>The suite runs them against any deployment:</p>
<pre tabindex="0"><code>npx job-search-conformance --target URL --only ${clause}</code></pre>
<ul>
${rows.join('\n')}
</ul>
</section>`;
}
