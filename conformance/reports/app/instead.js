/** What a client does instead, and where more is said of it. A run of the suite has neither: how a target is built is its own business. */
import { html } from '../../../common/browser/ui.js';
import { Prose } from '../../../common/browser/prose.js';

export function Instead({ clause: { instead, page } }) {
  if (instead === '') return null;
  return html`<p><strong>Instead:</strong> <${Prose} text=${instead} />${page !== '' && html` <a href=${page} rel="noreferrer">The page of this rule</a>`}</p>`;
}
