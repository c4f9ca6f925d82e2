/** The rules for callers as pages: all of them at `/docs/clients`, each at `/docs/clients/CLI-2`. Without scripts. */
import { readFileSync } from 'node:fs';
import { clientRulePath, loadClientRules, type ClientRule } from '../../spec/index.js';
import { escapeHtml, ICON } from './html.js';

/** Path and content of every page. */
export function clientPages(): [path: string, content: () => string][] {
  const { rules, groups } = loadClientRules();
  return [
    ['/docs/clients', () => page('Rules for callers', listing(rules, groups))],
    ...rules.map((rule): [string, () => string] => [
      clientRulePath(rule.id),
      () => page(`${rule.id} ${plain(rule.title)}`, rulePage(rule, rules)),
    ]),
  ];
}

function page(title: string, main: string): string {
  const styles = readFileSync(new URL('./start.css', import.meta.url), 'utf8');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${ICON}
<style>
${styles}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<nav aria-label="Documents">
<a href="/"><strong>Job Search Mock</strong> start page</a>
<a href="/docs/clients"><strong>Rules for callers</strong> all of them</a>
<a href="/docs"><strong>Contract</strong> every endpoint</a>
</nav>
</header>
<main>
${main}
</main>
</body>
</html>
`;
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
<nav aria-label="Neighbors">${neighbors.join(' · ')}</nav>`;
}

/** Texts of the rules set code in backticks, and name other rules. */
function marked(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]*)`/g, '<code>$1</code>')
    .replace(/\bCLI-\d+\b/g, (id) => `<a href="${clientRulePath(id)}">${id}</a>`);
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}
