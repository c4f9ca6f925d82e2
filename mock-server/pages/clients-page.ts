/** The rules for callers as pages: all of them at `/docs/clients`, each at `/docs/clients/CLI-2`. Without scripts. */
import { clientRulePath, loadClientRules, type ClientRule } from '../../spec/index.js';
import { marked, plain, textPage } from './text-page.js';
import { escapeHtml } from './html.js';

/** Path and content of every page. */
export function clientPages(): [path: string, content: () => string][] {
  const { rules, groups } = loadClientRules();
  return [
    ['/docs/clients', () => textPage('Rules for callers', listing(rules, groups))],
    ...rules.map((rule): [string, () => string] => [
      clientRulePath(rule.id),
      () => textPage(`${rule.id} ${plain(rule.title)}`, rulePage(rule, rules)),
    ]),
  ];
}

function listing(rules: readonly ClientRule[], groups: readonly { id: string; title: string }[]): string {
  const sections = groups.map(({ id, title }) => {
    const rows = rules
      .filter(({ group }) => group === id)
      .map(
        (rule) =>
          `<tr><td><a href="${clientRulePath(rule.id)}">${rule.id}</a></td><td>${marked(rule.title)}</td>` +
          `<td>${rule.level}</td><td>${SEEN[rule.traffic]}</td></tr>`,
      );
    return `<section aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(title)}</h2>
<div class="wide"><table>
<thead><tr><th scope="col">Rule</th><th scope="col">A right client</th><th scope="col">Level</th><th scope="col">From traffic</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`;
  });
  return `<p>What a client of the service owes itself and the contract. The mock judges every caller by those that traffic shows:
in its log, in its journal, and with <code>job-search-conformance clients</code>.</p>
${sections.join('\n')}`;
}

const SEEN: Readonly<Record<ClientRule['traffic'], string>> = {
  judged: 'judged',
  warned: 'a warning',
  none: 'not to be told',
};

function rulePage(rule: ClientRule, rules: readonly ClientRule[]): string {
  const at = rules.indexOf(rule);
  const neighbors = [rules[at - 1], rules[at + 1]].flatMap((each) =>
    each === undefined ? [] : [`<a href="${clientRulePath(each.id)}">${each.id} ${marked(each.title)}</a>`],
  );
  return `<section aria-labelledby="rule">
<h2 id="rule">The rule</h2>
<p>${marked(rule.text)}</p>
<dl>
<dt>Level</dt><dd>${rule.level}</dd>
<dt>Source</dt><dd>section ${escapeHtml(rule.section)}</dd>
<dt>From traffic</dt><dd>${SEEN[rule.traffic]}</dd>
</dl>
</section>
<section aria-labelledby="why">
<h2 id="why">Why it matters</h2>
<p>${marked(rule.why)}</p>
</section>
<section aria-labelledby="instead">
<h2 id="instead">What to do</h2>
<p>${marked(rule.instead)}</p>
</section>
${rule.note === undefined ? '' : `<section aria-labelledby="note">\n<h2 id="note">Where it can be told</h2>\n<p>${marked(rule.note)}</p>\n</section>`}
<nav aria-label="Neighbors">${neighbors.join('')}</nav>`;
}
