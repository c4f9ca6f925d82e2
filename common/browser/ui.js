/** Tools of every page: preact with tagged templates, its hooks, and a store. */
import { h, render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import htm from 'htm';
import { visible } from './text.js';

export const html = htm.bind(h);
export { render, useEffect, useLayoutEffect, useMemo, useRef, useState };

/** A value that views observe. `change` merges an object into it. */
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

/** Returns the store's value. When it changes, the view is rendered again. */
export function useStore(store) {
  const [, draw] = useState(0);
  useEffect(() => store.follow(() => draw((n) => n + 1)), [store]);
  return store.get();
}

/** Loads a value now and every `ms` while the page is visible. Returns the value (first undefined) and a function to reload it. */
export function usePolled(load, ms, reasons = []) {
  const [value, setValue] = useState();
  const read = async () => {
    const loaded = await attempt(load);
    if (loaded !== undefined) setValue(loaded);
  };
  useEffect(() => {
    let timer;
    let ended = false;
    const turn = async () => {
      if (document.visibilityState !== 'hidden') await read();
      if (!ended) timer = setTimeout(turn, ms);
    };
    void turn();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, reasons);
  return [value, read];
}

/**
 * Loads a value `delay` milliseconds after one of `reasons` changes. Returns it as `value`, or the message of an error as `problem`.
 * Until then it returns the former value, unless `isFresh`. Loads nothing while `load` is falsy.
 */
export function useLoaded(load, reasons, { delay = 0, isFresh = false } = {}) {
  const [loaded, setLoaded] = useState({});
  useEffect(() => {
    let left = false;
    if (isFresh) setLoaded({});
    if (!load) return;
    const start = () =>
      load().then(
        (value) => left || setLoaded({ value }),
        ({ message }) => left || setLoaded({ problem: message }),
      );
    const timer = delay > 0 ? setTimeout(start, delay) : start();
    return () => {
      left = true;
      if (delay > 0) clearTimeout(timer);
    };
  }, reasons);
  return loaded;
}

/** Shows a message for a few seconds, and announces it to screen readers. */
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
      ${text !== '' && html`<p class=${bad ? 'notice bad' : 'notice'}><span>${text}</span> <button aria-label="Close this message" onClick=${() => say('')}>✕</button></p>`}
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

/** Runs the action of a button, and shows `done` or the message of its error. */
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

/** A list of facts, each [name, value]. The list leaves out a fact that is false. */
export function Facts({ facts }) {
  return html`<dl>
    ${facts.map((fact) => fact && html`<dt>${fact[0]}</dt><dd>${fact[1]}</dd>`)}
  </dl>`;
}

/** The status of an answer, or `failure` if there is none. */
export function Status({ status, failure = 'lost' }) {
  return html`<span class=${`status ${status === null ? 'lost' : `s${String(status)[0]}`}`}>${status ?? failure}</span>`;
}

/** The headers of a message, folded. A value that was not recorded is null. */
export function Headers({ headers = {} }) {
  const entries = Object.entries(headers);
  return html`<details>
    <summary class="quiet">Headers (${entries.length})</summary>
    <dl class="headers">
      ${entries.map(([name, value]) => html`<dt>${visible(name)}</dt><dd>${value === null ? html`<span class="quiet">not recorded</span>` : visible(value)}</dd>`)}
    </dl>
  </details>`;
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

/** A button for the rest of a long list or text; nothing if all of it is shown. */
export function More({ left, words = left, show }) {
  return left > 0 && html`<button onClick=${show}>Show more (${words} left)</button>`;
}

/** A labelled input; `change` is called with its text. */
export function Field({ label, text, change, class: kind, ...rest }) {
  return html`<label class=${kind}>
    ${label}
    <input value=${text} onInput=${(event) => change(event.currentTarget.value)} ...${rest} />
  </label>`;
}

/** A labelled choice among `options`, each as [value, text]; `change` is called with the chosen value. */
export function Choice({ label, options, value, change, name, class: kind }) {
  return html`<label class=${kind}>
    ${label}
    <select name=${name} onChange=${(event) => change?.(event.currentTarget.value)}>
      ${options.map(([each, text]) => html`<option key=${each} value=${each} selected=${each === value}>${text}</option>`)}
    </select>
  </label>`;
}

/** The end of a form in a dialog: the button `yes` sends it. */
export function DialogButtons({ yes, close }) {
  return html`<p class="buttons">
    <button class="first">${yes}</button><button type="button" onClick=${close}>Cancel</button>
  </p>`;
}

/** A list with its heading, and beside it `opened`, the open entry, if there is one. */
export function Split({ title, label, opened, children }) {
  return html`<div class=${opened ? 'split opened' : 'split'}>
    <h1 class="unseen">${title}</h1>
    <section class="list" aria-label=${label}>${children}</section>
    ${opened}
  </div>`;
}

/** The open entry of a list; `what` names its kind. `close` is called by Escape, too; `focusOpened` moves the focus here. */
export function Opened({ what, title, close, children }) {
  return html`<section class="one" aria-labelledby="one-title" onKeyDown=${(event) => event.key === 'Escape' && close()}>
    <div class="one-head">
      <h2 id="one-title" tabindex="-1">${title}</h2>
      <button onClick=${close} aria-label=${`Close this ${what}`}>Close</button>
    </div>
    ${children}
  </section>`;
}

export const focusOpened = () => document.getElementById('one-title')?.focus();

export const copy = (text, done = 'Copied.') => attempt(() => navigator.clipboard.writeText(text), done);

/** Text with a button that copies it. */
export function Copyable({ text, label }) {
  return html`<div class="copyable">
    <button class="copy" onClick=${() => copy(text)} aria-label=${`Copy ${label}`}>Copy</button>
    <pre tabindex="0" role="region" aria-label=${label}>${text}</pre>
  </div>`;
}

/** A form that filters a list by a text and by its other fields. `change` is called with each new text. */
export function SearchForm({ text = '', hint, change, label, children }) {
  return html`<form class="filters" role="search" aria-label=${label} onSubmit=${(event) => event.preventDefault()}>
    <${Field} class="wide-label" label="Search" type="search" placeholder=${hint} text=${text} change=${change} />
    ${children}
  </form>`;
}
