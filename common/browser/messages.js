/** Messages and questions to the user, and calls whose errors become messages. */
import { createStore, html, useEffect, useRef, useState, useStore } from './ui.js';

const shown = createStore({ text: '', bad: false, question: null });

let silence;
/** Shows a message for a few seconds, and announces it to screen readers. */
export function say(text, bad = false) {
  shown.change({ text, bad });
  clearTimeout(silence);
  silence = setTimeout(() => shown.change({ text: '' }), bad ? 12_000 : 5_000);
}

/** Asks for confirmation. A button with the label `yes` calls `act`, then shows the text `done` or the error's message. */
export function ask(title, text, yes, act, done) {
  shown.change({ question: { title, text, yes, act: () => attempt(act, done) } });
}

/** A button that asks before it calls `act`. Its content is the button's label. */
export function Asking({ title, text, yes, act, done, children, ...rest }) {
  return html`<button ...${rest} onClick=${() => ask(title, text, yes, act, done)}>${children}</button>`;
}

/** Shows messages and questions. Every page contains it once. */
export function Notices() {
  const { text, bad, question } = useStore(shown);
  return html`<div role="status">
      ${text !== '' && html`<p class=${bad ? 'notice bad' : 'notice'}><span>${text}</span> <button aria-label="Close this message" onClick=${() => say('')}>✕</button></p>`}
    </div>
    ${question !== null && html`<${Question} ...${question} />`}`;
}

function Question({ title, text, yes, act }) {
  const close = () => shown.change({ question: null });
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

/** Runs an action, then shows `done` or the error's message. Resolves to its result, or to undefined after an error. */
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

export const copy = (text, done = 'Copied.') => attempt(() => navigator.clipboard.writeText(text), done);

/** Loads a value now, and every `ms` while the page is visible. Returns it (first undefined) and a function to reload it. */
export function usePolled(load, ms) {
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
  }, []);
  return [value, read];
}
