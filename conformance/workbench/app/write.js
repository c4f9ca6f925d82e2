/** A scenario being written, beside its result. */
import {
  Ask,
  attempt,
  html,
  say,
  useEffect,
  useRef,
  useState,
  useStore,
} from '../../../common/browser/ui.js';
import { several, visible } from '../../../common/browser/text.js';
import { go, hrefOf } from '../../../common/browser/route.js';
import { Chain } from '../../reports/app/scenarios.js';
import { call, sourceOf } from './api.js';
import { readState, state } from './state.js';

/**
 * Drafts outlive the tab. What looks like a key is kept in no store: a pack names keys as inputs. What is in no store stays in
 * the page, which asks before it is left.
 */
const unkept = new Map();
addEventListener('beforeunload', (event) => {
  if (unkept.size > 0) event.preventDefault();
});
const TROUBLES = {
  key: 'A key seems to stand in the text, so the draft is in no store. Name it as an input, such as {$inputs.activeKey}.',
  full: 'The store of this browser is full. The draft stays as long as this tab is open: save it, or copy its text.',
};
const drafts = {
  keyOf: (from) => `draft ${from}`,
  read(from) {
    try {
      return unkept.get(from) ?? JSON.parse(localStorage.getItem(drafts.keyOf(from)));
    } catch {
      return null;
    }
  },
  /** Why it is in no store: a member of TROUBLES; null where it is kept. */
  keep(from, draft) {
    unkept.set(from, draft);
    if (/bearer\s+(?![{$*'"])\S/i.test(draft.text)) return 'key';
    try {
      localStorage.setItem(drafts.keyOf(from), JSON.stringify(draft));
    } catch {
      return 'full';
    }
    unkept.delete(from);
    return null;
  },
  forget(from) {
    unkept.delete(from);
    localStorage.removeItem(drafts.keyOf(from));
  },
};

/** Where the text to begin with comes from: a scenario, or requests that a mock recorded. */
function pathOf(parts) {
  const [kind, target, requests] = parts.map(encodeURIComponent);
  if (kind === 'recorded') return `/recorded/pack?target=${target}&requests=${requests}`;
  return `/draft?scenario=${encodeURIComponent(parts.join('/'))}`;
}

export function Write({ parts, query }) {
  const from = parts.join('/');
  const { savesInto } = useStore(state);
  const [draft, setDraft] = useState(null);
  const [isOld, setOld] = useState(false);
  const [asked, setAsked] = useState(false);
  const [trouble, setTrouble] = useState(null);
  const fresh = useRef(null);
  const editor = useRef(null);
  useEffect(() => {
    void attempt(() => call('GET', pathOf(parts))).then((told) => {
      if (told === undefined) return;
      fresh.current = told;
      const kept = drafts.read(from);
      setOld(kept !== null && kept.text !== told.text);
      setDraft(kept ?? told);
    });
  }, [from]);
  if (draft === null) return html`<p class="narrow">Reading…</p>`;
  const change = (part) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setTrouble(drafts.keep(from, next));
  };
  const discard = () => {
    drafts.forget(from);
    setTrouble(null);
    setOld(false);
    setDraft(fresh.current);
    editor.current?.set(fresh.current.text);
  };
  const save = () =>
    attempt(async () => {
      const { file } = await call('POST', '/packs', draft);
      drafts.forget(from);
      setTrouble(null);
      await readState();
      say(`Saved as ${file}.`);
    });
  return html`<div class="writing">
    <h1 class="unseen">Write</h1>
    <section class="write-text" aria-label="The pack">
      <div class="filters">
        <label class="wide-label">Name of the pack <input value=${draft.name} pattern="[a-z0-9][a-z0-9\\-]*" onInput=${(event) => change({ name: event.currentTarget.value })} /></label>
        <span class="buttons level">
          <button onClick=${save} disabled=${savesInto === null} title=${savesInto === null ? 'Start the workbench with --packs FOLDER' : savesInto}>Save</button>
          <button onClick=${() => editor.current?.undo()}>Undo</button>
          <button onClick=${() => setAsked(true)}>Start over…</button>
        </span>
      </div>
      <div role="alert" class="counts">${trouble !== null && html`<p class="bad">${TROUBLES[trouble]}</p>`}</div>
      <p class="counts quiet">
        <span>From ${parts[0] === 'recorded' ? `recorded requests ${parts[2].replaceAll('-', ', ')}` : from}. ${isOld ? 'This is your draft of before. ' : ''}${savesInto === null ? 'Nothing can be saved: no --packs FOLDER was named.' : `Saved into ${savesInto}.`} Ctrl-Z undoes.</span>
      </p>
      <${Editor} key=${from} text=${draft.text} name=${draft.name} change=${change} control=${editor} />
    </section>
    <${Result} draft=${draft} from=${from} query=${query} />
    ${asked && html`<${Ask} title="Start over?" text="Your draft goes, and the scenario is as it stands in its pack." yes="Start over" act=${discard} close=${() => setAsked(false)} />`}
  </div>`;
}

function Editor({ text, name, change, control }) {
  const place = useRef(null);
  const latest = useRef({});
  latest.current = { name, change };
  useEffect(() => {
    let closed = false;
    void attempt(async () => {
      const [{ openEditor }, { words }] = await Promise.all([import('./editor.js'), call('GET', '/words')]);
      if (closed) return;
      control.current = openEditor(place.current, {
        text,
        words,
        check: async (typed) =>
          (await call('POST', '/check', { name: latest.current.name, text: typed })).problems,
        changed: (typed) => latest.current.change({ text: typed }),
      });
    });
    return () => {
      closed = true;
      control.current?.close();
    };
  }, []);
  return html`<div class="editor" ref=${place}></div>`;
}

/** What is wrong with the text, and what came of the last run of it. */
function Result({ draft, from, query }) {
  const { target, live } = useStore(state);
  const [checked, setChecked] = useState(null);
  const [source, setSource] = useState(null);
  const isBusy = live?.state === 'running';
  const own = query.run !== undefined && live?.id === query.run ? live : null;
  useEffect(() => {
    let left = false;
    const timer = setTimeout(
      () =>
        call('POST', '/check', draft).then(
          (told) => left || setChecked(told),
          (error) => left || setChecked({ problems: [], scenarios: [], problem: error.message }),
        ),
      400,
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [draft.text, draft.name]);
  useEffect(() => {
    setSource(null);
    if (query.run === undefined || own?.state === 'running') return;
    sourceOf(query.run).then(setSource, () => undefined);
  }, [query.run, own?.state]);
  const start = () =>
    attempt(() => call('POST', '/runs', { target, draft })).then(
      (begun) => begun && go(['write', ...from.split('/')], { run: begun.id }),
    );
  const run = source?.run;
  const shown =
    run?.scenarios.find(({ id }) => id === query.scenario) ??
    run?.scenarios.find(({ verdict }) => verdict !== 'pass') ??
    run?.scenarios[0];
  const to = (tab, rest = []) => hrefOf(['runs', query.run, tab, ...rest]);
  return html`<section class="write-result" aria-label="Result">
    <div class="filters">
      <button class="first" disabled=${isBusy || target === null || !checked?.scenarios.length} onClick=${start}>
        ${isBusy ? `Running, ${live.done} of ${live.total}` : `Run ${several(checked?.scenarios.length ?? 0, 'scenario')}`}
      </button>
    </div>
    <div role="status" class="counts">
      ${checked === null ? 'Checking…' : checked.problem ? html`<span class="bad">${checked.problem}</span>` : checked.problems.length === 0 ? html`<span class="good">The pack has no problems.</span>` : html`<span class="bad">${several(checked.problems.length, 'problem')}</span>`}
    </div>
    <ul class="checks problems">
      ${(checked?.problems ?? []).slice(0, 50).map(({ line, place, message }) => html`<li>line ${line}: ${visible(place)} ${visible(message)}</li>`)}
    </ul>
    ${own?.state === 'broken' && html`<p class="bad counts">${visible(own.headline)}</p>`}
    ${
      run &&
      html`<p class="counts">${run.scenarios.map(({ id, verdict }) => html`<a class=${`badge ${verdict}`} href=${hrefOf(['write', ...from.split('/')], { ...query, scenario: id })}>${run.words[verdict].mark} ${id.split('/')[1]}</a> `)}</p>`
    }
    ${shown && html`<${Chain} key=${shown.id} ...${{ source, run, id: shown.id, scenario: shown, to, close: () => go(['write', ...from.split('/')]) }} />`}
  </section>`;
}
