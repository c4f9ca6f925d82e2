/** Tools of every page: preact with tagged templates, its hooks, and a store. */
import { h, render } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import htm from 'htm';

export const html = htm.bind(h);
export { render, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState };

/** A value that views follow. `change` merges what it is given. */
export function createStore(initial) {
  let value = initial;
  const listeners = new Set();
  return {
    get: () => value,
    change(part) {
      value = { ...value, ...part };
      for (const listener of listeners) listener();
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; the view is rendered again when it changes. */
export function useStore(store) {
  const [, draw] = useState(0);
  useEffect(() => store.follow(() => draw((n) => n + 1)), [store]);
  return store.get();
}

/** Runs `act` now and every `ms` while the page is seen, one after another. */
export function usePolling(act, ms, reasons = []) {
  useEffect(() => {
    let timer;
    let ended = false;
    const turn = async () => {
      if (document.visibilityState !== 'hidden') await act();
      if (!ended) timer = setTimeout(turn, ms);
    };
    void turn();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, reasons);
}

/** Says something to who uses a screen reader, and shows it for a while. */
export const notices = createStore({ text: '', bad: false });
let silence;
export function say(text, bad = false) {
  notices.change({ text, bad });
  clearTimeout(silence);
  silence = setTimeout(() => notices.change({ text: '' }), bad ? 12_000 : 5_000);
}

const questions = createStore({ question: null });

/** Asks before something is lost, and calls `act` if the answer is the button `yes`. */
export function ask(title, text, yes, act) {
  questions.change({ question: { title, text, yes, act } });
}

/** Messages and questions of a page; every page has one. */
export function Notices() {
  const { text, bad } = useStore(notices);
  const { question } = useStore(questions);
  return html`<div class="notice-place" role="status">
      ${text !== '' && html`<p class=${bad ? 'notice bad' : 'notice'}>${text}</p>`}
    </div>
    ${question !== null && html`<${Question} ...${question} />`}`;
}

function Question({ title, text, yes, act }) {
  const close = () => questions.change({ question: null });
  const confirm = () => {
    close();
    act();
  };
  return html`<${Dialog} title=${title} close=${close}>
    <p>${text}</p>
    <p class="buttons">
      <button class="danger" onClick=${confirm}>${yes}</button>
      <button onClick=${close} autofocus>Cancel</button>
    </p>
  <//>`;
}

/** Runs what a button asks for; says what went wrong, if anything did. */
export async function attempt(act, done) {
  try {
    const result = await act();
    if (done !== undefined) say(done);
    return result;
  } catch (error) {
    say(error.message, true);
    return undefined;
  }
}

/** A dialog that is open as long as it is rendered. `close` is called by Escape, too. */
export function Dialog({ title, close, children }) {
  const place = useRef(null);
  useEffect(() => {
    place.current.showModal();
    return () => place.current?.close();
  }, []);
  return html`<dialog ref=${place} aria-labelledby="dialog-title" onCancel=${close} onClose=${close}>
    <h2 id="dialog-title">${title}</h2>
    ${children}
  </dialog>`;
}

/** Facts as [name, value]. */
export function Facts({ facts }) {
  return html`<dl>
    ${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
  </dl>`;
}

/** A table that scrolls sideways. `columns` are titles, those of numbers with a `#` before them; a row is a list of cells. */
export function Table({ label, columns, rows }) {
  const ofNumbers = (i) => columns[i].startsWith('#') && 'number';
  return html`<div class="wide" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead><tr>
        ${columns.map((title, i) => html`<th scope="col" class=${ofNumbers(i)}>${title.replace('#', '')}</th>`)}
      </tr></thead>
      <tbody>
        ${rows.map((cells) => html`<tr>${cells.map((cell, i) => html`<td class=${ofNumbers(i)}>${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** A button for the rest of a long list or text; nothing if there is none. */
export function More({ left, words = left, show }) {
  return left > 0 && html`<button onClick=${show}>Show more (${words} left)</button>`;
}

/** A labelled input; `change` is called with its text. */
export function Field({ label, text, change, ...rest }) {
  return html`<label>
    ${label}
    <input value=${text} onInput=${(event) => change(event.currentTarget.value)} ...${rest} />
  </label>`;
}

/** Text to take along, with a button that copies it. */
export function Copyable({ text, label }) {
  const copy = () => attempt(() => navigator.clipboard.writeText(text), 'Copied.');
  return html`<div class="copyable">
    <button class="copy" onClick=${copy} aria-label=${`Copy ${label}`}>Copy</button>
    <pre tabindex="0" role="region" aria-label=${label}>${text}</pre>
  </div>`;
}

/** A field for a text to search by. It calls `change` with each new text. */
export function SearchField({ text = '', hint, change }) {
  return html`<label class="wide-label">
    Search
    <input type="search" placeholder=${hint} value=${text} onInput=${(event) => change(event.currentTarget.value)} />
  </label>`;
}
