/** Copy buttons for the commands and keys of the start page, which the server renders. */
import { copy } from '../../../common/browser/messages.js';

/** Adds a button beside each command and key. Call it once. */
export function addCopyButtons(page) {
  for (const code of page.querySelectorAll('pre > code, code[data-account]')) {
    const button = document.createElement('button');
    button.textContent = 'Copy';
    const isKey = code.dataset.account !== undefined;
    button.setAttribute('aria-label', isKey ? `Copy ${code.textContent}` : 'Copy this command');
    button.addEventListener('click', () => copy(code.textContent));
    (isKey ? code : code.parentElement).after(button);
  }
}

/** Returns the key of a seeded account from the start page; undefined for other accounts. */
export function demoKeyOf(account) {
  const keys = [...document.querySelectorAll('code[data-account]')];
  return keys.find(({ dataset }) => dataset.account === account)?.textContent;
}
