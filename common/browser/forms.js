/** Forms and their fields. */
import { html } from './ui.js';

/** A labelled input; `change` is called with its text. */
export function Field({ label, text, change, class: kind, ...rest }) {
  return html`<label class=${kind}>
    ${label}
    <input value=${text} onInput=${(event) => change(event.currentTarget.value)} ...${rest} />
  </label>`;
}

/** A labelled menu of `options`, each as [value, text]; `change` is called with the chosen value. */
export function Choice({ label, options, value, change, name, class: kind }) {
  return html`<label class=${kind}>
    ${label}
    <select name=${name} onChange=${(event) => change?.(event.currentTarget.value)}>
      ${options.map(([each, text]) => html`<option key=${each} value=${each} selected=${each === value}>${text}</option>`)}
    </select>
  </label>`;
}

/** A form that does not leave the page when it is submitted: it calls `send`, if there is one, with its element instead. */
export function Form({ send, children, ...rest }) {
  const onSubmit = (event) => {
    event.preventDefault();
    void send?.(event.currentTarget);
  };
  return html`<form onSubmit=${onSubmit} ...${rest}>${children}</form>`;
}

/** The buttons of a form in a dialog: one with the label `yes`, which submits the form, and Cancel. */
export function DialogButtons({ yes, close }) {
  return html`<p class="buttons">
    <button class="first">${yes}</button><button type="button" onClick=${close}>Cancel</button>
  </p>`;
}

/** A form that filters a list by a text and by its other fields. `change` is called with each new text. */
export function SearchForm({ text = '', hint, change, label, children }) {
  return html`<${Form} class="filters" role="search" aria-label=${label}>
    <${Field} class="wide-label" label="Search" type="search" placeholder=${hint} text=${text} change=${change} />
    ${children}
  <//>`;
}
