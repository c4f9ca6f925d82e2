/** Packs and scenarios as a tree: search, choose, read, run; and the packs of the user. */
import { Choice, DialogButtons, Form, SearchForm } from '../../../common/browser/forms.js';
import { Asking, Dialog } from '../../../common/browser/messages.js';
import { html, useEffect, useLoaded, useMemo, useState, useStore } from '../../../common/browser/ui.js';
import { Facts, Opened, Prose, Split } from '../../../common/browser/views.js';
import { go, hrefOf } from '../../../common/browser/route.js';
import { count, several, visible, wordsOf } from '../../../common/browser/text.js';
import { matching } from '../../reports/app/search.js';
import { Tally } from '../../reports/app/verdict.js';
import { call, ceilingIn, orderOf, readState, startRun, state, targetIn, whatOf } from './state.js';

export function Packs({ parts, query }) {
  const { packs } = useStore(state);
  const open = parts.join('/') || undefined;
  const words = wordsOf(query.text);
  const shown = packs
    .map((pack) => ({ ...pack, scenarios: matching(pack.scenarios, { text: query.text }, textOf) }))
    .filter(({ scenarios }) => scenarios.length > 0 || words.length === 0);
  const scenario = packs.flatMap(({ scenarios }) => scenarios).find(({ id }) => id === open);
  const pack = packs.find(({ scenarios }) => scenarios.includes(scenario));
  const opened =
    scenario &&
    html`<${OneScenario} key=${open} ...${{ scenario, pack, close: () => go(['packs'], query) }} />`;
  return html`<${Split} title="Packs and scenarios" label="Choose and run" opened=${opened}>
      <p class="intro">
        A <b>pack</b> is a file of scenarios. A <b>scenario</b> sends requests and checks the responses. Each check cites a
        <b> clause</b>, one numbered sentence of the contract. Guides: <a href="/docs/guides/workbench">use this page</a>,${' '}
        <a href="/docs/guides/writing-packs">write packs</a>, <a href="/docs/guides/reading-a-report">read a report</a>.
      </p>
      <${Target} />
      <${SearchForm}
        text=${query.text}
        hint="a word, a clause such as BILL-2, a tag such as admin or searchJobs"
        change=${(text) => go(['packs', ...parts], { text }, { replace: true })}
      >
        <${NewPack} />
      <//>
      <${Begin} found=${words.length === 0 ? null : shown.flatMap(({ scenarios }) => scenarios.map(({ id }) => id))} />
      <div class="tree" role="region" aria-label="Scenarios" tabindex="0">
        ${shown.map((each) => html`<${PackNode} key=${each.name} ...${{ pack: each, open, query, isFound: words.length > 0 }} />`)}
        ${shown.length === 0 && html`<p class="nothing">No scenario has all of these words.</p>`}
      </div>
  <//>`;
}

function textOf({ id, title, description, clauses, tags }) {
  return [id, title, description, ...clauses, ...tags].join(' ');
}

export function Target() {
  const { targets, target } = useStore(state);
  const [naming, setNaming] = useState(false);
  const { isMock, url } = targetIn(state.get()) ?? {};
  const options = targets.length === 0 ? [['', 'none yet']] : targets.map(({ id, label }) => [id, label]);
  return html`<div class="filters">
    <${Choice} class="wide-label" label="Target" options=${options} value=${target} change=${(id) => state.change({ target: id })} />
    <button type="button" onClick=${() => setNaming(true)}>Add target…</button>
    ${
      isMock &&
      html`<p><a href=${`${url}/`} target="_blank" rel="noreferrer">Live page of the mock</a>, <a href=${`${url}/docs`} target="_blank" rel="noreferrer">its docs</a></p>`
    }
    ${naming && html`<${AddTarget} close=${() => setNaming(false)} />`}
  </div>`;
}

function AddTarget({ close }) {
  const { keyVariables } = useStore(state);
  const [problem, setProblem] = useState(null);
  const add = async (form) => {
    try {
      const { id } = await call('POST', '/targets', Object.fromEntries(new FormData(form)));
      await readState();
      state.change({ target: id });
      close();
    } catch (error) {
      setProblem(error.message);
    }
  };
  return html`<${Dialog} title="Add target" close=${close}>
    <${Form} class="stack" send=${add}>
      <label>Base address <input name="url" type="url" required placeholder="https://api.example.com" /></label>
      <label>
        API key: kept in memory until the workbench ends, sent to this target only
        <input name="key" type="password" autocomplete="off" spellcheck=${false} />
      </label>
      ${
        keyVariables.length > 0 &&
        html`<${Choice}
          label="Or an environment variable of the workbench that holds the key"
          name="keyVariable"
          options=${[['', 'none'], ...keyVariables.map((name) => [name, name])]}
        />`
      }
      <label>If it is a mock: address of its admin API <input name="adminUrl" type="url" placeholder="http://127.0.0.1:4010/__admin" /></label>
      <div role="alert">${problem !== null && html`<p class="bad">${problem}</p>`}</div>
      <${DialogButtons} yes="Add target" close=${close} />
    <//>
  <//>`;
}

function NewPack() {
  const { templates } = useStore(state);
  const [naming, setNaming] = useState(false);
  const create = (form) => {
    const { template, title } = Object.fromEntries(new FormData(form));
    go(['write', 'new', template, title]);
  };
  const close = () => setNaming(false);
  return html`<button type="button" onClick=${() => setNaming(true)}>New pack…</button>
    ${
      naming &&
      html`<${Dialog} title="New pack" close=${close}>
      <${Form} class="stack" send=${create}>
        <label>Name <input name="title" required maxlength="60" placeholder="My first pack" /></label>
        <fieldset>
          <legend>Begin with</legend>
          ${templates.map(({ id, title }, i) => html`<label class="check"><input type="radio" name="template" value=${id} checked=${i === 0} /> ${title}</label>`)}
        </fieldset>
        <${DialogButtons} yes="Create" close=${close} />
      <//>
    <//>`
    }`;
}

/** The server's plan of an order; null until it arrives. `reasons`: the parts of the order that can change. */
export function usePlan(order, reasons) {
  const { target } = useStore(state);
  const { value, problem } = useLoaded(
    target !== null && order !== null && (() => call('POST', '/plan', orderOf(order))),
    [target, ceilingIn(state.get()), ...reasons],
    { delay: 250, isFresh: true },
  );
  return problem === undefined ? (value ?? null) : { refusal: problem };
}

/**
 * A button that starts a run, and calls `then` with its id. It is disabled during another run, which has the label `busy`, and
 * without a target.
 */
export function Start({ order, then = (id) => go(['runs', id]), busy, disabled, children, ...rest }) {
  const { live, target } = useStore(state);
  const isBusy = live?.state === 'running';
  const start = () => startRun(orderOf(order), then);
  return html`<button ...${rest} disabled=${isBusy || target === null || disabled} onClick=${start}>
    ${(isBusy && busy) || children}
  </button>`;
}

/** The scenarios that would run, their cost, the limits, and the button. */
function Begin({ found }) {
  const { target, chosen, freeOnly } = useStore(state);
  const only = useMemo(() => (chosen.size > 0 ? [...chosen] : (found ?? [])), [chosen, found?.join()]);
  const plan = usePlan(found?.length === 0 && chosen.size === 0 ? null : { only }, [only, freeOnly]);
  const what =
    chosen.size > 0
      ? `${several(chosen.size, 'chosen scenario')}`
      : found === null
        ? 'all scenarios'
        : several(found.length, 'scenario') + ' found';
  return html`<div class="counts">
    <div>
      <${PlanWords} plan=${plan} target=${target} />
      ${plan?.skipped?.length > 0 && html`<${Skipped} skipped=${plan.skipped} />`}
      <${Limits} />
    </div>
    <span class="buttons">
      ${chosen.size > 0 && html`<button onClick=${() => state.change({ chosen: new Set() })}>Clear selection</button>`}
      <${Start} class="first" order=${{ only }} busy="A run is under way" disabled=${!plan?.runnable || plan.refusal !== null}>Run ${what}<//>
    </span>
  </div>`;
}

export function PlanWords({ plan, target }) {
  if (target === null) return html`<p>Add a target first.</p>`;
  if (plan === null) return html`<p class="quiet">Counting…</p>`;
  return html`${
    plan.likely !== undefined &&
    html`<p>${whatOf(plan)} would run: likely <b>${several(plan.likely, 'credit')}</b>, ${plan.most !== null && html`at most <b>${count(plan.refusal ? plan.most : Math.min(plan.most, plan.ceiling ?? plan.most))}</b>, `}${several(plan.requests, 'request')}</p>`
  }${plan.refusal && html`<p class="bad">${plan.refusal}</p>`}`;
}

/** The field for the most credits that a run may spend. A mock has none, since it costs nothing. */
export function Ceiling() {
  const now = useStore(state);
  if (targetIn(now)?.isMock !== false) return null;
  const set = (event) =>
    state.change({ ceilings: { ...now.ceilings, [now.target]: event.currentTarget.value } });
  return html`<label class="check">
    spend at most <input type="number" min="0" step="1" required value=${ceilingIn(now)} onInput=${set} /> credits
  </label>`;
}

/** Limits on the credits of runs, on this page and beside the editor. */
export function Limits() {
  const now = useStore(state);
  return html`<p class="buttons">
    <${Ceiling} />
    <label class="check">
      <input type="checkbox" checked=${now.freeOnly} onChange=${(event) => state.change({ freeOnly: event.currentTarget.checked })} />
      free scenarios only
    </label>
  </p>`;
}

function Skipped({ skipped }) {
  const reasons = new Map();
  for (const { id, reason } of skipped) reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  return html`<details>
    <summary class="quiet">${several(skipped.length, 'scenario')} would be left out</summary>
    <ul class="plain">${[...reasons].map(([reason, ids]) => html`<li>${reason} <span class="quiet">${ids.join(', ')}</span></li>`)}</ul>
  </details>`;
}

function PackNode({ pack, open, query, isFound }) {
  const { chosen } = useStore(state);
  const ids = pack.scenarios.map(({ id }) => id);
  const some = ids.filter((id) => chosen.has(id)).length;
  const holdsOpen = open !== undefined && ids.includes(open);
  const [isOpen, setOpen] = useState(isFound || holdsOpen);
  useEffect(() => {
    if (isFound || holdsOpen) setOpen(true);
  }, [isFound, holdsOpen]);
  const isNamed = pack.title.toLowerCase() !== pack.name && pack.title !== '';
  return html`<div class="pack">
    <details open=${isOpen} onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>${pack.name}</strong> ${pack.isOwn && html`<span class="tag warn">yours</span>`}${' '}
        <span class="quiet">${isNamed && `${visible(pack.title)}, `}${several(ids.length, 'scenario')}, ${pack.scenarios.every(({ most }) => most === 0) ? 'free' : `likely ${several(pack.likely, 'credit')}`}</span>${' '}
        <${LastEnds} ids=${ids} />
      </summary>
      ${pack.problem !== null && html`<p class="bad">This pack has problems, so it cannot be run: ${visible(pack.problem)}</p>`}
      <p class="quiet">${visible(pack.summary)}</p>
      ${
        ids.length > 0 &&
        html`<label class="check">
        <input type="checkbox" checked=${some === ids.length} onChange=${(event) => choose(ids, event.currentTarget.checked)} />
        all of ${pack.name}
      </label>`
      }
      ${isOpen && html`<ul class="clause-list">${pack.scenarios.map((each) => html`<${ScenarioLine} key=${each.id} ...${{ scenario: each, open, query }} />`)}</ul>`}
    </details>
    <span class="buttons">
      ${pack.isOwn && html`<${OwnPack} pack=${pack} />`}
      ${ids.length > 0 && html`<${Start} order=${{ only: ids }} aria-label=${`Run ${pack.name}`}>Run<//>`}
    </span>
  </div>`;
}

function OwnPack({ pack: { name, file } }) {
  const remove = () => call('POST', '/packs/remove', { name }).then(readState);
  return html`<a class="button" href=${hrefOf(['write', 'pack', name])} aria-label=${`Edit ${name}`}>Edit</a>
    <${Asking} title="Delete this pack?" text=${`${file} is deleted. This cannot be undone.`} yes="Delete"
      act=${remove} done=${`Deleted ${file}.`} aria-label=${`Delete ${name}`}>Delete…<//>`;
}

function ScenarioLine({ scenario: { id, title, most }, open, query }) {
  const { chosen } = useStore(state);
  return html`<li class="scenario">
    <input
      type="checkbox"
      aria-label=${`Choose ${id}`}
      checked=${chosen.has(id)}
      onChange=${(event) => choose([id], event.currentTarget.checked)}
    />
    <a href=${hrefOf(['packs', ...id.split('/')], query)} aria-current=${id === open ? 'true' : undefined}>
      <${LastEnd} id=${id} /> <span>${visible(title)}</span>
      <span class="quiet">${most === 0 ? 'free' : `≤ ${count(most)}`}</span>
    </a>
  </li>`;
}

function choose(ids, isChosen) {
  const chosen = new Set(state.get().chosen);
  for (const id of ids) {
    if (isChosen) chosen.add(id);
    else chosen.delete(id);
  }
  state.change({ chosen });
}

const TONES = { pass: 'good', fail: 'bad', error: 'bad' };

/** The verdict of the last run of a scenario here. */
function LastEnd({ id }) {
  const { verdicts, words } = useStore(state);
  const verdict = verdicts[id];
  if (verdict === undefined) return null;
  const { mark, word } = words[verdict];
  return html`<span class=${TONES[verdict] ?? 'quiet'}>${mark}<span class="unseen">${word}</span></span>`;
}

/** The verdicts of the last runs of a pack's scenarios. */
function LastEnds({ ids }) {
  const { verdicts, words } = useStore(state);
  const known = ids.flatMap((id) => verdicts[id] ?? []);
  return known.length > 0 && html`<${Tally} words=${words} verdicts=${known} />`;
}

function OneScenario({ scenario, pack, close }) {
  const opened = (id) => go(['runs', id, 'scenarios', ...scenario.id.split('/')]);
  const facts = [
    ['Clauses', scenario.clauses.map((clause) => html`<span class="tag clause">${clause}</span> `)],
    [
      'Tags',
      scenario.tags.map((tag) => html`<a class="tag" href=${hrefOf(['packs'], { text: tag })}>${tag}</a> `),
    ],
    [
      'Costs',
      `${scenario.most === 0 ? 'nothing' : `likely ${several(scenario.likely, 'credit')}, at most ${count(scenario.most)}`}; ${several(scenario.requests, 'request')}`,
    ],
    ['File', html`<code>${pack.file}:${scenario.line}</code>`],
  ];
  return html`<${Opened} what="scenario" title=${visible(scenario.title)} close=${close}>
    <p class="quiet">${scenario.id}</p>
    <p>${visible(scenario.description)}</p>
    <p class="buttons"><${Start} class="first" order=${{ only: [scenario.id] }} then=${opened}>Run it<//>
      ${
        pack.isOwn
          ? html`<a class="button" href=${hrefOf(['write', 'pack', pack.name])}>Edit the pack</a>`
          : html`<a class="button" href=${hrefOf(['write', 'copy', ...scenario.id.split('/')])}>Edit a copy</a>`
      }
    </p>
    <${Facts} facts=${facts} />
    <h3>What it does</h3>
    <ol>
      ${scenario.steps.map(
        ({ id, asks, expects }) => html`<li key=${id}>
          <b>${id}</b>: <${Prose} text=${visible(asks)} />
          ${expects.length > 0 && html`<ul>${expects.map((each) => html`<li>${visible(each)}</li>`)}</ul>`}
        </li>`,
      )}
    </ol>
  <//>`;
}
