/** Explore: a search for faults that no scenario describes. Its limits, its coverage as tables, and its findings. */
import { Field, Form } from '../../../common/browser/forms.js';
import { html, useStore } from '../../../common/browser/ui.js';
import { Facts } from '../../../common/browser/views.js';
import { hrefOf } from '../../../common/browser/route.js';
import { count, several } from '../../../common/browser/text.js';
import { OperationMap } from '../../reports/app/overview.js';
import { Verdict } from '../../reports/app/verdict.js';
import { Ceiling, PlanWords, Start, Target, usePlan } from './packs.js';
import { state } from './state.js';

export function Explore() {
  const { target, seed, steps } = useStore(state);
  const exploration = { seed: numberIn(seed), steps: numberIn(steps) };
  const plan = usePlan({ exploration }, [seed, steps]);
  return html`<div class="narrow">
    <h1>Explore</h1>
    <p>
      An exploration sends random sequences of requests and judges all answers, so it can find faults that no scenario
      describes. It buys a few jobs first; most later requests cost nothing. Use a key that nobody else uses at the same time.
    </p>
    <${Target} />
    <${Form}>
      <p class="inline">
        <${Field} label="Requests" type="number" min="1" required text=${steps} change=${(typed) => state.change({ steps: typed })} />
        <${Field} label="Seed, which repeats the choices" type="number" min="0" required text=${seed} change=${(typed) => state.change({ seed: typed })} />
        <${Ceiling} />
      </p>
      <${PlanWords} plan=${plan} target=${target} />
      <${Start} class="first" order=${{ exploration }} busy="A run is under way" disabled=${plan === null || plan.refusal !== null}>Explore<//>
    <//>
  </div>`;
}

/** The number in a field; NaN if it is empty, which the server refuses. */
const numberIn = (text) => Number(text || NaN);

/** The findings and the coverage of an exploration, during and after it. */
export function Explored({ run: { id, exploration } }) {
  const { progress, ceiling, operations, tables, findings } = exploration;
  const { requests, credits, pairs, combinations } = progress;
  const tiles = [
    [requests, 'requests'],
    [credits, ceiling === null ? 'credits' : `of ${several(ceiling, 'credit')}`],
    [pairs, 'pairs of clause and operation shown'],
    [combinations, 'combinations of move, operation and state tried'],
  ];
  return html`<ul class="tiles">${tiles.map(([n, what]) => html`<li><b>${count(n)}</b> ${what}</li>`)}</ul>
    <h2>Findings</h2>
    ${findings.length === 0 && html`<p class="nothing">None.</p>`}
    <ul class="cards">
      ${findings.map((finding) => html`<${FindingCard} key=${finding.name} ...${{ id, ...finding }} />`)}
    </ul>
    <h2>Coverage</h2>
    ${tables.map((table) => html`<${Coverage} ...${table} operations=${operations} />`)}
    <p class="legend">
      <span><span class="cell pass" aria-hidden="true"></span> shown or tried</span>
      <span><span class="cell fail" aria-hidden="true"></span> with a finding</span>
      <span><span class="cell" aria-hidden="true"></span> not yet</span>
    </p>`;
}

function FindingCard({ id, name, title, state: now, reason, at, expected, actual, steps }) {
  const { words } = useStore(state);
  const facts = [
    ['Expected', expected],
    ['Found', actual],
    ['Story', `${several(steps.length, 'step')}: ${steps.join(', ')}`],
    ['Seen after', `${several(at.requests, 'request')}, ${several(at.credits, 'credit')}`],
    reason !== '' && ['Seen once, since', reason],
  ];
  return html`<li class="card">
    <h3><${Verdict} words=${words} verdict=${now === 'broken' ? 'fail' : 'inconclusive'} text=${now} /> ${title}</h3>
    <${Facts} facts=${facts} />
    <p class="buttons"><a class="button" href=${hrefOf(['write', 'found', id, name])}>Open as pack</a></p>
  </li>`;
}

function Coverage({ title, operations, rows }) {
  const drawn = rows.map(({ name, cells }) => [
    name,
    ...cells.map((cell, i) => html`<td><${Cell} name=${`${name} on ${operations[i]}`} cell=${cell} /></td>`),
  ]);
  return html`<h3>${title}</h3><${OperationMap} label=${title} operations=${operations} rows=${drawn} />`;
}

function Cell({ name, cell: { count: n, of, broken } }) {
  if (of === 0) return null;
  const tone = broken > 0 ? 'fail' : n > 0 ? 'pass' : '';
  const words =
    of === null ? several(n, 'move') : `${n} of ${several(of, 'clause')} shown, ${broken} with a finding`;
  return html`<span class=${`cell ${tone}`} title=${`${name}: ${words}`}>${of === null ? n : `${n}/${of}`}</span>`;
}
