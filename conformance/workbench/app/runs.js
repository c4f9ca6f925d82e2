/** The list of runs, and the page of one run during and after it. */
import { Choice } from '../../../common/browser/forms.js';
import { attempt, usePolled } from '../../../common/browser/messages.js';
import { html, useEffect, useLoaded, useRef, useStore } from '../../../common/browser/ui.js';
import { go, hrefOf } from '../../../common/browser/route.js';
import { Run, TONES } from '../../reports/app/run.js';
import { Tally, Verdict } from '../../reports/app/verdict.js';
import { count, dateTimeOf, several, titled, visible } from '../../../common/browser/text.js';
import { Explored } from './explore.js';
import { Start } from './packs.js';
import { call, doneOf, hasReport, readState, sourceOf, state } from './state.js';

export function Runs({ parts: [id, ...parts], query }) {
  const { runs } = useStore(state);
  if (id !== undefined) return html`<${OneRun} key=${id} ...${{ id, parts, query }} />`;
  return html`<div class="narrow">
    <div class="one-head"><h1>Runs</h1><${OpenFile} /></div>
    ${runs.length === 0 && html`<p class="nothing">None yet. <a href="#/packs">Choose what to run</a></p>`}
    <ul class="cards">
      ${runs.map(
        (run) => html`<li class="card one-head" key=${run.id}>
          <div>
            <h2><${Badge} run=${run} /> <a href=${hrefOf(['runs', run.id])}>${visible(run.what || run.label)}</a></h2>
            <p class="quiet">${visible(run.label)} · ${dateTimeOf(run.startedAt)}</p>
            <p>${run.state === 'running' ? doneOf(run) : visible(run.headline)}</p>
          </div>
          ${run.canRunAgain && html`<${Again} run=${run} />`}
        </li>`,
      )}
    </ul>
    <p class="quiet">Runs are kept until the workbench ends; save those that matter.</p>
  </div>`;
}

/** Opens a saved run, a HAR file or a history of traffic. */
function OpenFile() {
  const place = useRef(null);
  const send = async (event) => {
    const [file] = event.currentTarget.files;
    if (file === undefined) return;
    const opened = await attempt(() => call('POST', `/files?name=${encodeURIComponent(file.name)}`, file));
    if (opened === undefined) return;
    await readState();
    go(['runs', opened.id]);
  };
  return html`<button title="A saved run (JSON), a HAR file, or a history of traffic" onClick=${() => place.current.click()}>Open file…</button>
    <input hidden type="file" aria-label="File to open" accept=".json,.har,.jsonl,.ndjson" ref=${place} onChange=${send} />`;
}

const STATES = { running: 'under way', broken: 'error' };

function Badge({ run: { state: now, verdict, word } }) {
  const { words } = useStore(state);
  if (now === 'done') return html`<${Verdict} words=${words} verdict=${TONES[verdict]} text=${word} />`;
  return html`<span class="badge">${STATES[now]}</span>`;
}

function Again({ run }) {
  const then = (id) => go(['runs', id], hasReport(run) ? { since: run.id } : {});
  return html`<${Start} order=${{ again: run.id }} then=${then}>Run again<//>`;
}

function OneRun({ id, parts, query }) {
  const { runs, packs } = useStore(state);
  const run = runs.find((each) => each.id === id);
  useEffect(() => {
    // Another tab may have opened it.
    if (run === undefined) void readState();
  }, []);
  const { value: source, problem } = useLoaded(run && hasReport(run) && (() => sourceOf(id)), [run?.state]);
  if (run === undefined || problem !== undefined)
    return html`<div class="narrow"><h1>Run ${visible(id)}</h1><p class="bad">${problem ?? 'This run does not exist.'}</p></div>`;
  if (run.state === 'broken')
    return html`<div class="narrow">
      <h1>This run ended with an error</h1>
      <p class="quiet">${visible(run.label)}</p>
      <p class="bad">${visible(run.headline)}</p>
      ${run.canRunAgain && html`<${Again} run=${run} />`}
    </div>`;
  if (run.isExploration) return html`<${Exploration} run=${run} />`;
  if (source === undefined) return html`<${UnderWay} run=${run} />`;
  // Scenarios of drafts, and of reports from elsewhere, may be in none of the packs.
  const known = new Set(packs.flatMap(({ scenarios }) => scenarios.map((each) => each.id)));
  const edit = (scenario) =>
    known.has(scenario) ? hrefOf(['write', 'copy', ...scenario.split('/')]) : undefined;
  return html`<${Run} ...${{ source: { ...source, edit }, place: ['runs', id], parts, query }}>
    <${Since} id=${id} parts=${parts} query=${query} />
    <span class="buttons">
      ${run.canRunAgain && html`<${Again} run=${run} />`}
      <a class="button" href=${`/api/runs/${id}/html`} download>Save as a page</a>
      <a class="button" href=${`/api/runs/${id}/json`} download>Save as JSON</a>
    </span>
  <//>`;
}

/** Changes since another run in the list. */
function Since({ id, parts, query }) {
  const { runs } = useStore(state);
  const read = () =>
    attempt(() => call('GET', `/runs/${id}/changes?since=${encodeURIComponent(query.since)}`));
  const { value: changes } = useLoaded(query.since !== undefined && read, [id, query.since], {
    isFresh: true,
  });
  const others = runs.filter((each) => each.id !== id && hasReport(each));
  if (others.length === 0) return null;
  const choose = (since) => go(['runs', id, ...parts], { ...query, since }, { replace: true });
  const options = [['', 'none'], ...others.map((each) => [each.id, nameOf(each)])];
  return html`<${Choice} class="check" label="Compare with" options=${options} value=${query.since} change=${choose} />
    ${
      changes !== undefined &&
      html`<section class="changes" aria-label="Changes">
        <h2>${visible(changes.title)}</h2>
        <ul>${changes.lines.map((line) => html`<li>${visible(line)}</li>`)}</ul>
      </section>`
    }`;
}

const nameOf = ({ startedAt, label, what, word }) =>
  visible(`${startedAt.slice(0, 16).replace('T', ' ')} ${label.slice(0, 40)}, ${what}: ${word}`);

function Exploration({ run }) {
  useEffect(() => {
    document.title = `${titled(run.what)} · Workbench`;
  }, [run.what]);
  const found = run.exploration && html`<${Explored} run=${run} />`;
  if (run.state === 'running') return html`<${UnderWay} run=${run}>${found}<//>`;
  return html`<div class="narrow">
    <h1>${titled(run.what)}</h1>
    <p class="quiet">${visible(run.label)} · ${dateTimeOf(run.startedAt)}</p>
    <p class="run-verdict"><${Badge} run=${run} /> <span>${visible(run.headline)}</span></p>
    <p class="buttons"><${Again} run=${run} /></p>
    ${found}
    ${run.remarks.map((remark) => html`<p class="quiet">${visible(remark)}</p>`)}
  </div>`;
}

function UnderWay({ run, children }) {
  const { words } = useStore(state);
  const [now] = usePolled(async () => Date.now(), 1_000);
  const stop = () =>
    attempt(
      () => call('POST', `/runs/${run.id}/stop`, {}),
      'The run ends, and its requests so far are judged.',
    );
  const wait = Math.round((run.waitsUntil - (now ?? Date.now())) / 1000);
  const isJudging = run.state === 'done';
  const doing = isJudging ? 'judging' : wait > 0 ? `waiting ${wait} s ${run.waitsFor}` : run.activity;
  return html`<div class="narrow">
    <h1>Running ${visible(run.what)}</h1>
    <p class="quiet">${visible(run.label)} · ${dateTimeOf(run.startedAt)}</p>
    <progress max=${run.total || 1} value=${run.done} aria-label="Progress"></progress>
    <p role="status">
      ${doneOf(run)}${doing !== '' && `, ${doing}`}
    </p>
    <p><${Tally} words=${words} verdicts=${run.ends.map(({ verdict }) => verdict)} /></p>
    ${run.plan && html`<p class="quiet">Likely ${several(run.plan.likely, 'credit')}, at most ${count(run.plan.most)}</p>`}
    <p class="buttons"><button onClick=${stop}>Stop</button></p>
    ${run.remarks.map((remark) => html`<p>${visible(remark)}</p>`)}
    <ol reversed>
      ${run.ends
        .toReversed()
        .slice(0, 200)
        .map(
          ({ scenario, verdict }) =>
            html`<li key=${scenario}><${Verdict} words=${words} verdict=${verdict} /> ${scenario}</li>`,
        )}
    </ol>
    ${children}
  </div>`;
}
