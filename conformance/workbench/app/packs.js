/** Packs and scenarios as a tree: search, choose, see what each shows, run. */
import {
  attempt,
  Dialog,
  html,
  SearchField,
  useEffect,
  useMemo,
  useState,
  useStore,
} from '../../../common/browser/ui.js';
import { go, hrefOf } from '../../../common/browser/route.js';
import { Prose } from '../../../common/browser/prose.js';
import { count, several, visible, wordsOf } from '../../../common/browser/text.js';
import { call } from './api.js';
import { orderOf, readState, state } from './state.js';

export function Packs({ parts, query }) {
  const { packs } = useStore(state);
  const open = parts.join('/') || undefined;
  const words = wordsOf(query.text);
  const shown = packs
    .map((pack) => ({
      ...pack,
      scenarios: pack.scenarios.filter((each) => words.every((word) => has(each, word))),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
  const scenario = packs.flatMap(({ scenarios }) => scenarios).find(({ id }) => id === open);
  const pack = packs.find(({ scenarios }) => scenarios.includes(scenario));
  return html`<div class=${scenario === undefined ? 'split' : 'split opened'}>
    <h1 class="unseen">Packs and scenarios</h1>
    <section class="list" aria-label="Choose and run">
      <${Target} />
      <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
        <${SearchField}
          text=${query.text}
          hint="a word, a clause such as BILL-2, a tag such as admin or searchJobs"
          change=${(text) => go(['packs', ...parts], { text }, { instead: true })}
        />
      </form>
      <${Begin} found=${words.length === 0 ? null : shown.flatMap(({ scenarios }) => scenarios.map(({ id }) => id))} />
      <div class="tree" role="region" aria-label="Scenarios" tabindex="0">
        ${shown.map((each) => html`<${PackNode} key=${each.name} ...${{ pack: each, open, query, isFound: words.length > 0 }} />`)}
        ${shown.length === 0 && html`<p class="nothing">No scenario has all of these words.</p>`}
      </div>
    </section>
    ${scenario !== undefined && html`<${OneScenario} key=${open} ...${{ scenario, pack, close: () => go(['packs'], query) }} />`}
  </div>`;
}

/** The id of a clause means that clause: BILL-1 is not BILL-12. */
function has(scenario, word) {
  return /^[a-z]+-\d+$/.test(word)
    ? scenario.clauses.some((clause) => clause.toLowerCase() === word) || scenario.id.includes(word)
    : textOf(scenario).includes(word);
}

const texts = new WeakMap();
function textOf(scenario) {
  let text = texts.get(scenario);
  if (text === undefined) {
    const { id, title, description, clauses, tags } = scenario;
    text = [id, title, description, ...clauses, ...tags].join(' ').toLowerCase();
    texts.set(scenario, text);
  }
  return text;
}

export function Target() {
  const { targets, target } = useStore(state);
  const [naming, setNaming] = useState(false);
  return html`<div class="filters">
    <label class="wide-label">
      Target
      <select onChange=${(event) => state.change({ target: event.currentTarget.value })}>
        ${targets.map(({ id, label }) => html`<option value=${id} selected=${id === target}>${label}</option>`)}
        ${targets.length === 0 && html`<option value="">none yet</option>`}
      </select>
    </label>
    <button class="level" onClick=${() => setNaming(true)}>Another target…</button>
    ${naming && html`<${NameTarget} close=${() => setNaming(false)} />`}
  </div>`;
}

function NameTarget({ close }) {
  const submit = async (event) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget));
    const named = await attempt(() => call('POST', '/targets', form));
    if (named === undefined) return;
    await readState();
    state.change({ target: named.id });
    close();
  };
  return html`<${Dialog} title="Another target" close=${close}>
    <form class="stack" onSubmit=${submit}>
      <label>Base address <input name="url" type="url" required placeholder="https://api.example.com" /></label>
      <label>
        Variable of the environment that holds the key; the key itself goes through no page
        <input name="keyVariable" value="JOB_SEARCH_API_KEY" pattern="JOB_SEARCH_[A-Z0-9_]+" />
      </label>
      <label>Address of its admin API, where it is a mock <input name="adminUrl" type="url" /></label>
      <p class="buttons"><button class="first">Take it</button><button type="button" onClick=${close}>Leave it</button></p>
    </form>
  <//>`;
}

/** What would run, what it would cost, and the button. */
function Begin({ found }) {
  const { target, chosen, live, runs } = useStore(state);
  const [plan, setPlan] = useState(null);
  const [against, setAgainst] = useState('');
  const only = useMemo(() => (chosen.size > 0 ? [...chosen] : (found ?? [])), [chosen, found?.join()]);
  useEffect(() => {
    let left = false;
    setPlan(null);
    const timer = setTimeout(() => {
      if (target === null || (found?.length === 0 && chosen.size === 0)) return;
      call('POST', '/plan', orderOf({ target }, only)).then(
        (told) => left || setPlan(told),
        (error) => left || setPlan({ problem: error.message }),
      );
    }, 250);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [target, only]);
  const isBusy = live?.state === 'running';
  const what =
    chosen.size > 0
      ? `${several(chosen.size, 'chosen scenario')}`
      : found === null
        ? 'all scenarios'
        : several(found.length, 'scenario') + ' found';
  const start = () =>
    attempt(() => call('POST', '/runs', { ...orderOf({ target }, only), against })).then(
      (begun) => begun && go(['runs', begun.id]),
    );
  const done = runs.filter(({ state: each }) => each === 'done');
  return html`<div class="counts begin">
    <p>
      ${plan === null && html`<span class="quiet">Reckoning…</span>`} ${plan?.problem && html`<span class="bad">${plan.problem}</span>`}
      ${
        plan?.runnable !== undefined &&
        html`<span>${several(plan.runnable, 'scenario')} would run: likely <b>${several(plan.likely, 'credit')}</b>, at most <b>${count(plan.most)}</b>, ${several(plan.requests, 'request')}</span>`
      }
      ${plan?.skipped?.length > 0 && html`<${Skipped} skipped=${plan.skipped} />`}
    </p>
    <span class="buttons">
      ${
        done.length > 0 &&
        html`<label class="check">
        compare with
        <select onChange=${(event) => setAgainst(event.currentTarget.value)}>
          <option value="">none</option>
          ${done.map(({ id, startedAt, headline }) => html`<option value=${id} selected=${id === against}>${startedAt.slice(11, 19)} ${headline.slice(0, 40)}</option>`)}
        </select>
      </label>`
      }
      ${chosen.size > 0 && html`<button onClick=${() => state.change({ chosen: new Set() })}>Choose none</button>`}
      <button class="first" disabled=${isBusy || target === null || plan?.runnable === undefined} onClick=${start}>
        ${isBusy ? 'A run is under way' : `Run ${what}`}
      </button>
    </span>
  </div>`;
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
  return html`<details open=${isOpen} onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>
      <strong>${pack.name}</strong> <span class="quiet">${pack.title}, ${several(ids.length, 'scenario')}</span>
    </summary>
    <p class="quiet pack-words">${visible(pack.summary)}</p>
    <label class="check">
      <input type="checkbox" checked=${some === ids.length} onChange=${(event) => choose(ids, event.currentTarget.checked)} />
      all of ${pack.name}
    </label>
    ${
      isOpen &&
      html`<ul class="clause-list">
      ${pack.scenarios.map(
        (each) => html`<li key=${each.id} class="scenario">
          <input
            type="checkbox"
            aria-label=${`Choose ${each.id}`}
            checked=${chosen.has(each.id)}
            onChange=${(event) => choose([each.id], event.currentTarget.checked)}
          />
          <a href=${hrefOf(['packs', ...each.id.split('/')], query)} aria-current=${each.id === open ? 'true' : undefined}>
            <${LastEnd} id=${each.id} /> <span>${visible(each.title)}</span>
            <span class="quiet">${each.most === 0 ? 'free' : `≤ ${count(each.most)}`}</span>
          </a>
        </li>`,
      )}
    </ul>`
    }
  </details>`;
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

/** How it ended in the run under way or the last one that this page saw. */
function LastEnd({ id }) {
  const { live } = useStore(state);
  const verdict = live?.ends?.findLast(({ scenario }) => scenario === id)?.verdict;
  if (verdict === undefined) return null;
  const { mark, word } = live.words[verdict];
  return html`<span class=${TONES[verdict] ?? 'quiet'}>${mark}<span class="unseen">${word}</span></span>`;
}

function OneScenario({ scenario, pack, close }) {
  const { target, live } = useStore(state);
  const isBusy = live?.state === 'running';
  const start = () =>
    attempt(() => call('POST', '/runs', orderOf({ target }, [scenario.id]))).then(
      (begun) => begun && go(['runs', begun.id, 'scenarios', ...scenario.id.split('/')]),
    );
  return html`<section class="one" aria-labelledby="scenario-title" onKeyDown=${(event) => event.key === 'Escape' && close()}>
    <div class="one-head">
      <h2 id="scenario-title" tabindex="-1">${visible(scenario.title)}</h2>
      <button onClick=${close} aria-label="Close this scenario">Close</button>
    </div>
    <p class="quiet">${scenario.id}</p>
    <p>${visible(scenario.description)}</p>
    <p class="buttons"><button class="first" disabled=${isBusy || target === null} onClick=${start}>Run it</button><a class="button" href=${hrefOf(['write', ...scenario.id.split('/')])}>Edit a copy</a></p>
    <dl>
      <dt>Clauses</dt><dd>${scenario.clauses.map((clause) => html`<span class="tag clause">${clause}</span> `)}</dd>
      <dt>Needs, asks</dt><dd>${scenario.tags.map((tag) => html`<a class="tag" href=${hrefOf(['packs'], { text: tag })}>${tag}</a> `)}</dd>
      <dt>Costs</dt><dd>${scenario.most === 0 ? 'nothing' : `likely ${several(scenario.likely, 'credit')}, at most ${count(scenario.most)}`}; ${several(scenario.requests, 'request')}</dd>
      <dt>Stands in</dt><dd><code>${pack.file}:${scenario.line}</code></dd>
    </dl>
    <h3>What it does</h3>
    <ol class="steps">
      ${scenario.steps.map(
        ({ id, asks, expects }) => html`<li key=${id}>
          <b>${id}</b>: <${Prose} text=${visible(asks)} />
          ${expects.length > 0 && html`<ul>${expects.map((each) => html`<li>${visible(each)}</li>`)}</ul>`}
        </li>`,
      )}
    </ol>
  </section>`;
}
