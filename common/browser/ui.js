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

export function Notices() {
  const { text, bad } = useStore(notices);
  return html`<div class="notice-place" role="status">
    ${text !== '' && html`<p class=${bad ? 'notice bad' : 'notice'}>${text}</p>`}
  </div>`;
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

/** A dialog that asks before something is lost. */
export function Ask({ title, text, act, yes, close }) {
  return html`<${Dialog} title=${title} close=${close}>
    <p>${text}</p>
    <p class="buttons">
      <button
        class="danger"
        onClick=${() => {
          close();
          act();
        }}
      >
        ${yes}
      </button>
      <button onClick=${close} autofocus>Cancel</button>
    </p>
  <//>`;
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
