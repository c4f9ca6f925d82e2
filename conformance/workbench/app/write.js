/** The editor of a pack, beside the result of the last run. */
import { Field } from '../../../common/browser/forms.js';
import { Asking, attempt, say } from '../../../common/browser/messages.js';
import { html, useEffect, useLoaded, useRef, useState, useStore } from '../../../common/browser/ui.js';
import { several, visible } from '../../../common/browser/text.js';
import { go, hrefOf } from '../../../common/browser/route.js';
import { Chain } from '../../reports/app/scenarios.js';
import { Limits, Start, Target } from './packs.js';
import { call, hasReport, readState, sourceOf, state } from './state.js';

/** Drafts that are not stored outside this tab, since they may contain a key. The browser asks before the user leaves the page. */
const unkept = new Map();
addEventListener('beforeunload', (event) => {
  if (unkept.size > 0) event.preventDefault();
});
const TROUBLES = {
  key: 'The text may contain a key, so this browser does not store the draft. Replace the key by an input, such as {$inputs.activeKey}.',
  full: 'The storage of this browser is full. The draft is lost when this tab closes: save or download it.',
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
  /** Stores a draft. Returns a member of TROUBLES if it could not, else null. */
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

/** The address of the first text: a scenario, a pack of the user, a finding, a template, or requests that a mock recorded. */
function pathOf(parts) {
  const [kind, first = '', second = ''] = parts.map(encodeURIComponent);
  if (kind === 'recorded') return `/recorded/pack?target=${first}&requests=${second}`;
  if (kind === 'found') return `/runs/${first}/pack?finding=${second}`;
  if (kind === 'new') return `/draft?template=${first}&title=${second}`;
  if (kind === 'pack') return `/draft?pack=${first}`;
  return `/draft?scenario=${encodeURIComponent(parts.slice(1).join('/'))}`;
}

function originOf([kind, ...rest]) {
  if (kind === 'recorded') return `From recorded requests ${(rest[1] ?? '').replaceAll('-', ', ')}.`;
  if (kind === 'found') return 'Found by an exploration.';
  if (kind === 'new') return 'A new pack.';
  return kind === 'pack' ? `Your pack ${rest[0]}.` : `A copy of ${rest.join('/')}.`;
}

/** The check of the draft: problems, scenarios, and the problem of its name; null until it arrives. */
function useCheck(draft, replaces) {
  const { value = null, problem } = useLoaded(
    draft !== null && (() => call('POST', '/check', { ...draft, replaces })),
    [draft?.text, draft?.name, replaces],
    { delay: 400, isFresh: true },
  );
  return problem === undefined ? value : { problems: [], scenarios: [], name: null, problem };
}

export function Write({ parts, query }) {
  const from = parts.join('/');
  const replaces = parts[0] === 'pack' ? parts[1] : undefined;
  const [draft, setDraft] = useState(null);
  const [isOld, setOld] = useState(false);
  const [trouble, setTrouble] = useState(null);
  const fresh = useRef(null);
  const editor = useRef(null);
  // Saving changes the address, but the editor stays as it is.
  const [opened, setOpened] = useState(null);
  const [isLost, setLost] = useState(false);
  const saved = useRef(null);
  useEffect(() => {
    if (saved.current === from) return;
    saved.current = null;
    void attempt(() => call('GET', pathOf(parts))).then((loaded) => {
      setLost(loaded === undefined);
      if (loaded === undefined) return;
      fresh.current = loaded;
      const kept = drafts.read(from);
      setOld(kept !== null && kept.text !== loaded.text);
      setDraft(kept ?? loaded);
      setOpened(from);
    });
  }, [from]);
  const check = useCheck(draft, replaces);
  if (opened === null || (opened !== from && saved.current !== from))
    return isLost ? null : html`<p class="narrow">Reading…</p>`;
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
      const { hash } = location;
      const { file } = await call('POST', '/packs', { ...draft, replaces });
      drafts.forget(from);
      fresh.current = draft;
      saved.current = `pack/${draft.name}`;
      setTrouble(null);
      setOld(false);
      await readState();
      say(`Saved as ${file}.`);
      // The user may have opened another page meanwhile.
      if (location.hash === hash) go(['write', 'pack', draft.name], query, { replace: true });
    });
  const addCheck = (head) => (pointer, value) =>
    attempt(async () => {
      const workflow = head.scenario.split('/')[1];
      const step = head.note.replace(/^step /, '');
      const added = await call('POST', '/added-check', { ...draft, workflow, step, pointer, value });
      const line = editor.current.insert(added, draft.text);
      const changes = /\/credits_(used|remaining)$/.test(pointer);
      const warning = changes ? '. It depends on what the key has paid for, so a later run may differ.' : '';
      say(`Added to step ${step}, line ${line}: ${added.check}${warning}`);
    });
  const isSaved =
    fresh.current?.text === draft.text && fresh.current.name === draft.name && replaces !== undefined;
  return html`<div class="split opened">
    <h1 class="unseen">Write</h1>
    <section class="write-text" aria-label="The pack">
      <${Bar} ...${{ draft, change, check, isSaved, save, discard, undo: () => editor.current?.undo() }} />
      <div role="alert" class="counts">${trouble !== null && html`<p class="bad">${TROUBLES[trouble]}</p>`}</div>
      <${Origin} parts=${parts} isOld=${isOld} isSaved=${isSaved} />
      <${Editor} key=${opened} text=${draft.text} problems=${check?.problems} change=${change} control=${editor} />
    </section>
    <${Result} ...${{ draft, check, parts, query, addCheck }} />
  </div>`;
}

function Origin({ parts, isOld, isSaved }) {
  const { savesInto } = useStore(state);
  const status = isSaved ? 'Saved in' : 'Not saved yet. Save writes into';
  return html`<p class="counts quiet">
    <span>${originOf(parts)}${' '}${isOld && 'You have unsaved changes from before. '}${status} ${savesInto}. Ctrl-Space completes, Ctrl-Z undoes.</span>
  </p>`;
}

/** The name of the pack, and buttons for its text. */
function Bar({ draft, change, check, isSaved, save, discard, undo }) {
  const wrong = check?.name ?? null;
  const isReady =
    check !== null && wrong === null && check.problems.length === 0 && check.problem === undefined;
  const download = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([draft.text], { type: 'application/yaml' }));
    link.download = `${draft.name}.yaml`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return html`<div class="filters">
    <div class="wide-label">
      <${Field}
        label="Name of the pack"
        text=${draft.name}
        change=${(name) => change({ name })}
        aria-invalid=${wrong !== null}
        aria-describedby="name-problem"
      />
      <div id="name-problem" role="alert">
        ${wrong !== null && html`<span class="bad">${wrong.problem}</span>`}${' '}
        ${wrong?.instead && html`<button onClick=${() => change({ name: wrong.instead })}>Use ${wrong.instead}</button>`}
      </div>
    </div>
    <span class="buttons">
      <button class=${isSaved ? '' : 'first'} onClick=${save} disabled=${!isReady || isSaved}>Save</button>
      <button onClick=${download}>Download</button>
      <button onClick=${undo}>Undo</button>
      <${Asking} title="Discard changes?" text="Your changes since the last save are lost." yes="Discard" act=${discard}>
        Discard changes…
      <//>
    </span>
  </div>`;
}

function Editor({ text, problems, change, control }) {
  const place = useRef(null);
  const latest = useRef();
  latest.current = change;
  const [editor, setEditor] = useState(null);
  useEffect(() => {
    let closed = false;
    void attempt(async () => {
      const [{ openEditor }, language] = await Promise.all([import('./editor.js'), call('GET', '/language')]);
      if (closed) return;
      const changed = (typed) => latest.current({ text: typed });
      control.current = openEditor(place.current, { text, language, changed });
      setEditor(control.current);
    });
    return () => {
      closed = true;
      control.current?.close();
    };
  }, []);
  useEffect(() => {
    if (problems !== undefined) editor?.show(problems);
  }, [editor, problems]);
  return html`<div class="editor" ref=${place}></div>`;
}

/** Problems of the text, and the result of its last run. */
function Result({ draft, check, parts, query, addCheck }) {
  const { live, runs } = useStore(state);
  const own = query.run !== undefined && live?.id === query.run ? live : null;
  const isDone = runs.some((each) => each.id === query.run && hasReport(each));
  const { value: source } = useLoaded(isDone && (() => sourceOf(query.run)), [query.run, isDone], {
    isFresh: true,
  });
  const then = (id) => go(['write', ...parts], { run: id });
  const run = source?.run;
  const shown =
    run?.scenarios.find(({ id }) => id === query.scenario) ??
    run?.scenarios.find(({ verdict }) => verdict !== 'pass') ??
    run?.scenarios[0];
  const to = (tab, rest = []) => hrefOf(['runs', query.run, tab, ...rest]);
  return html`<section class="write-result" aria-label="Result">
    <${Target} />
    <div class="filters">
      <${Start} class="first" order=${{ draft }} then=${then} busy=${`Running, ${live?.done} of ${live?.total}`} disabled=${!check?.scenarios.length}>
        Run ${several(check?.scenarios.length ?? 0, 'scenario')}
      <//>
      <${Limits} />
    </div>
    <${Problems} check=${check} />
    ${own?.state === 'running' && html`<p class="quiet counts">${own.activity}</p>`}
    ${own?.state === 'broken' && html`<p class="bad counts">${visible(own.headline)}</p>`}
    ${
      run &&
      html`<p class="counts">${run.scenarios.map(({ id, verdict }) => html`<a class=${`badge ${verdict}`} href=${hrefOf(['write', ...parts], { ...query, scenario: id })}>${run.words[verdict].mark} ${id.split('/')[1]}</a> `)}</p>
      <p class="counts quiet">Open a request, and click a value of its answer to add a check for it.</p>`
    }
    ${shown && html`<${Chain} key=${`${query.run} ${shown.id}`} ...${{ source: { ...source, pick: addCheck }, run, id: shown.id, scenario: shown, to, close: () => go(['write', ...parts]) }} />`}
  </section>`;
}

function Problems({ check }) {
  if (check === null) return html`<div role="status" class="counts">Checking…</div>`;
  const { problems, problem } = check;
  return html`<div role="status" class="counts">
      ${problem ? html`<span class="bad">${problem}</span>` : problems.length === 0 ? html`<span class="good">The pack has no problems.</span>` : html`<span class="bad">${several(problems.length, 'problem')}</span>`}
    </div>
    <ul class="checks">
      ${problems.slice(0, 50).map(({ line, place, message }) => html`<li>${line > 0 && `line ${line}: `}${visible(place)} ${visible(message)}</li>`)}
    </ul>`;
}
