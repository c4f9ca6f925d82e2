/** The remedy for a client that breaks a rule. Clauses of the service have none. */
import { html } from '../../../common/browser/ui.js';
import { Prose } from '../../../common/browser/prose.js';

export function Advice({ clause: { instead, page } }) {
  if (instead === '') return null;
  return html`<p><strong>Instead:</strong> <${Prose} text=${instead} />${page !== '' && html` <a href=${page} rel="noreferrer">The page of this rule</a>`}</p>`;
}
