/** The kit's own sentences, in which backticks set off names. */
import { html } from './ui.js';
import { codePieces } from './text.js';

export function Prose({ text }) {
  return codePieces(text).map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece));
}
