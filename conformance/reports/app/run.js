/**
 * A finished run: an overview, its failures, scenarios with their chains, clauses, requests, and notes. `source` holds the view of
 * the run and loads bodies of exchanges when a reader opens them, from a server or from the file itself. `source.edit` returns the
 * address at which a scenario can be edited, if it can. `place` is the beginning of addresses within this run. A report on a client
 * has the same views, over rules and courses instead of clauses and scenarios (`run.terms`).
 */
import { html, useEffect } from '../../../common/browser/ui.js';
import { Facts } from '../../../common/browser/views.js';
import { go, hrefOf } from '../../../common/browser/route.js';
import { dateTimeOf, several, titled } from '../../../common/browser/text.js';
import { Clauses } from './clauses.js';
import { Failures } from './failures.js';
import { Notes } from './notes.js';
import { Overview } from './overview.js';
import { Requests } from './requests.js';
import { Scenarios } from './scenarios.js';
import { Verdict } from './verdict.js';

export const TONES = {
  conforms: 'pass',
  'does-not-conform': 'fail',
  incomplete: 'inconclusive',
  error: 'error',
  'nothing-judged': 'inconclusive',
};

const TABS = [
  { id: 'overview', title: () => 'Overview', view: Overview },
  { id: 'failures', title: () => 'Failures', view: Failures },
  { id: 'scenarios', title: ({ scenario }) => `${titled(scenario)}s`, view: Scenarios },
  { id: 'clauses', title: ({ clause }) => `${titled(clause)}s`, view: Clauses },
  { id: 'requests', title: () => 'Requests', view: Requests },
  { id: 'notes', title: () => 'More', view: Notes },
];

const took = ({ facts }) => facts.find(([name]) => name === 'Took')?.[1] ?? '';

/** The first tab of a run. The overview has its failures; without failures, the scenarios say what was checked. */
const first = ({ failures }) => (failures.length === 0 ? 'scenarios' : 'overview');

/** Such as `smoke: 5 scenarios`; empty for traffic. */
function packsOf({ scenarios, terms }) {
  const packs = [...new Set(scenarios.flatMap(({ pack }) => pack ?? []))];
  if (packs.length === 0) return '';
  const names = packs.length > 3 ? several(packs.length, 'pack') : packs.join(', ');
  return `${names}: ${several(scenarios.length, terms.scenario)}`;
}

export function Run({ source, place, parts, query, children }) {
  const { run } = source;
  const tabs = run.scenarios.length === 0 ? TABS.filter(({ id }) => id !== 'scenarios') : TABS;
  const current = tabs.find(({ id }) => id === (parts[0] ?? first(run))) ?? tabs[0];
  useEffect(() => {
    document.title = `${run.verdictWord}: ${run.target}`;
  }, [run]);
  const to = (tab, rest = [], asked = {}) => hrefOf([...place, tab, ...rest], asked);
  const change = (rest, asked, options) => go([...place, current.id, ...rest], asked, options);
  return html`<div class="run">
    <section class="run-head" aria-label="Verdict">
      <p class="run-verdict">
        <${Verdict} words=${run.words} verdict=${TONES[run.verdict]} text=${run.verdictWord} />
        <span>${run.headline}</span>
      </p>
      <details>
        <summary>${[packsOf(run), run.target, dateTimeOf(run.startedAt), took(run)].filter((text) => text.trim() !== '').join(' · ')}</summary>
        <ul class="tiles">${run.tiles.map(([n, what]) => html`<li><b>${n}</b> <span>${what}</span></li>`)}</ul>
        <${Facts} facts=${run.facts} />
      </details>
      <div class="run-bar">
        <nav aria-label="Parts of this run">
          ${tabs.map(({ id, title }) => html`<a href=${to(id)} aria-current=${id === current.id ? 'page' : undefined}>${title(run.terms)}</a>`)}
        </nav>
        ${children}
      </div>
    </section>
    <${current.view} key=${current.id} ...${{ source, run, to, change, parts: parts.slice(1), query }} />
  </div>`;
}
