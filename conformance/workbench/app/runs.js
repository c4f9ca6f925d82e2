/** Runs: all of them, and one while it goes on and after. */
import { attempt, html, useEffect, useState, useStore } from '../../../common/browser/ui.js';
import { go, hrefOf } from '../../../common/browser/route.js';
import { Run } from '../../reports/app/run.js';
import { Tally, Verdict } from '../../reports/app/verdict.js';
import { count, several, visible } from '../../../common/browser/text.js';
import { call, sourceOf } from './api.js';
import { state } from './state.js';

const STATES = { running: 'under way', done: 'done', broken: 'could not be made' };

export function Runs() {
  const { runs } = useStore(state);
  return html`<div class="narrow">
    <h1>Runs</h1>
    ${runs.length === 0 && html`<p class="nothing">None yet. <a href="#/packs">Choose what to run</a></p>`}
    <ul class="cards">
      ${runs.map(
        (run) => html`<li class="card" key=${run.id}>
          <h2><a href=${hrefOf(['runs', run.id])}>${run.startedAt.slice(0, 19).replace('T', ' ')}</a> <span class="quiet">${STATES[run.state]}</span></h2>
          <p class="quiet">${visible(run.label)}</p>
          <p>${run.state === 'running' ? `${run.done} of ${several(run.total, 'scenario')}` : visible(run.headline)}</p>
        </li>`,
      )}
    </ul>
    <p class="quiet">Runs are kept until the workbench ends; save those that matter.</p>
  </div>`;
}

export function OneRun({ id, parts, query }) {
  const { live, packs } = useStore(state);
  const [told, setTold] = useState(null);
  const [source, setSource] = useState(null);
  const [problem, setProblem] = useState(null);
  const run = live?.id === id ? live : told;
  useEffect(() => {
    call('GET', `/runs/${id}`).then(setTold, (error) => setProblem(error.message));
  }, [id]);
  useEffect(() => {
    if (run?.state === 'done' && source === null)
      sourceOf(id).then(setSource, (error) => setProblem(error.message));
  }, [run?.state]);
  if (problem !== null)
    return html`<div class="narrow"><h1>Run ${visible(id)}</h1><p class="bad">${problem}</p></div>`;
  if (run === null) return html`<p class="narrow">Reading…</p>`;
  if (run.state === 'broken')
    return html`<div class="narrow"><h1>This run could not be made</h1><p class="bad">${visible(run.headline)}</p></div>`;
  if (source === null) return html`<${UnderWay} run=${run} />`;
  // A scenario of a draft, or of another's report, stands in no pack here.
  const known = new Set((packs ?? []).flatMap(({ scenarios }) => scenarios.map((each) => each.id)));
  const edit = (scenario) => (known.has(scenario) ? hrefOf(['write', ...scenario.split('/')]) : undefined);
  return html`<${Run} ...${{ source: { ...source, edit }, place: ['runs', id], parts, query }}>
    <${Since} id=${id} parts=${parts} query=${query} />
    <span class="buttons">
      <a class="button" href=${`/api/runs/${id}/html`} download>Save as a page</a>
      <a class="button" href=${`/api/runs/${id}/json`} download>Save as JSON</a>
    </span>
  <//>`;
}

/** What changed since another run, of those that are kept here or were opened. */
function Since({ id, parts, query }) {
  const { runs } = useStore(state);
  const [changes, setChanges] = useState(null);
  useEffect(() => {
    setChanges(null);
    if (query.since !== undefined)
      void attempt(() => call('GET', `/runs/${id}/changes?since=${encodeURIComponent(query.since)}`)).then(
        (told) => told && setChanges(told),
      );
  }, [id, query.since]);
  const others = runs.filter((each) => each.id !== id && each.state === 'done');
  if (others.length === 0) return null;
  const choose = (since) => go(['runs', id, ...parts], { ...query, since }, { instead: true });
  return html`<label class="check">
      Compare with
      <select onChange=${(event) => choose(event.currentTarget.value)}>
        <option value="">none</option>
        ${others.map((each) => html`<option value=${each.id} selected=${each.id === query.since}>${nameOf(each)}</option>`)}
      </select>
    </label>
    ${
      changes !== null &&
      html`<section class="changes" aria-label="Changes">
        <h2>${visible(changes.title)}</h2>
        <ul>${changes.lines.map((line) => html`<li>${visible(line)}</li>`)}</ul>
      </section>`
    }`;
}

const nameOf = ({ startedAt, label, headline }) =>
  visible(`${startedAt.slice(0, 16).replace('T', ' ')} ${label.slice(0, 40)}: ${headline.slice(0, 40)}`);

function UnderWay({ run }) {
  const stop = () =>
    attempt(
      () => call('POST', `/runs/${run.id}/stop`, {}),
      'What is under way is ended; what was done is judged.',
    );
  return html`<div class="narrow">
    <h1>Running</h1>
    <p class="quiet">${visible(run.label)}</p>
    <p>
      <progress max=${run.total || 1} value=${run.done} aria-label="Scenarios done"></progress>
      ${run.done} of ${several(run.total, 'scenario')}${run.state === 'done' ? ', judging' : ''}
    </p>
    <p><${Tally} words=${run.words} verdicts=${run.ends.map(({ verdict }) => verdict)} /></p>
    ${run.plan && html`<p class="quiet">Likely ${several(run.plan.likely, 'credit')}, at most ${count(run.plan.most)}</p>`}
    <p class="buttons"><button onClick=${stop}>Stop</button></p>
    ${run.remarks.map((remark) => html`<p>${visible(remark)}</p>`)}
    <ol class="ends" reversed>
      ${run.ends
        .toReversed()
        .slice(0, 200)
        .map(
          ({ scenario, verdict }) =>
            html`<li key=${scenario}><${Verdict} words=${run.words} verdict=${verdict} /> ${scenario}</li>`,
        )}
    </ol>
  </div>`;
}
