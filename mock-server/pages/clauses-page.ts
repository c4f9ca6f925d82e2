/** The clauses as pages: all of them at `/docs/clauses`, each at `/docs/clauses/BILL-2`. Without scripts. */
import { loadClauses, type Clause } from '../../spec/index.js';
import { escapeHtml } from './html.js';
import { marked, plain, textPage } from './text-page.js';

export const CLAUSES_PATH = '/docs/clauses';

/** Path and content of every page. */
export function clausePages(): [path: string, content: () => string][] {
  const { clauses, groups } = loadClauses();
  return [
    [CLAUSES_PATH, () => textPage('Clauses', listing(clauses, groups))],
    ...clauses.map((clause): [string, () => string] => [
      `${CLAUSES_PATH}/${clause.id}`,
      () => textPage(`${clause.id} ${plain(clause.title)}`, clausePage(clause)),
    ]),
  ];
}

/** What the live page says of a clause beside its link, by id. */
export function clauseTitles(): string {
  const { clauses } = loadClauses();
  const told = clauses.map(({ id, title, section }) => [id, { title, section }] as const);
  return JSON.stringify(Object.fromEntries(told));
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

function clausePage({ id, text, level, section, operations, reading, why }: Clause): string {
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
<section aria-labelledby="looked">
<h2 id="looked">Scenarios that look at it</h2>
<p>The suite lists and runs them:</p>
<pre tabindex="0"><code>npx job-search-conformance --list --only ${id}
npx job-search-conformance --target URL --only ${id}</code></pre>
</section>`;
}
