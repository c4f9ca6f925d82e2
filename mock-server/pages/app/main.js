/** The live page of the mock: its requests as they arrive, and the controls of its admin API. */
import { Form } from '../../../common/browser/forms.js';
import { Notices } from '../../../common/browser/messages.js';
import { html, render, useEffect, useState, useStore } from '../../../common/browser/ui.js';
import { hrefOf, useRoute } from '../../../common/browser/route.js';
import { access, call, loadFacts } from './api.js';
import { Accounts } from './accounts.js';
import { Clock, ClockBadge } from './clock.js';
import { addCopyButtons } from './start-page.js';
import { Faults } from './faults.js';
import { Readings } from './readings.js';
import { Requests } from './requests.js';
import { follow, watch } from './watch.js';

const place = document.getElementById('live');
const begin = document.getElementById('begin-here');

const VIEWS = [
  { id: 'requests', title: 'Requests', view: Requests },
  { id: 'accounts', title: 'Accounts', view: Accounts },
  { id: 'faults', title: 'Faults', view: Faults },
  { id: 'clock', title: 'Clock', view: Clock },
  { id: 'readings', title: 'Readings', view: Readings },
  { id: 'begin', title: 'Get started', view: null },
];

const STATES = {
  connecting: 'connecting…',
  live: 'live',
  broken: 'connection lost, trying again',
};

function Page() {
  const { parts, query } = useRoute();
  const { denied, token } = useStore(access);
  const { state } = useStore(watch);
  const current = VIEWS.find(({ id }) => id === parts[0]) ?? VIEWS[0];
  useEffect(() => {
    begin.hidden = current.view !== null;
    document.title = `${current.title} · Job Search Mock`;
  }, [current]);
  useEffect(() => {
    if (denied) return undefined;
    const end = new AbortController();
    void follow(end.signal);
    return () => end.abort();
  }, [denied, token]);
  const tabs = VIEWS.map(
    ({ id, title }) =>
      html`<a href=${hrefOf([id])} aria-current=${current.id === id ? 'page' : undefined}>${title}</a>`,
  );
  return html`<header class="bar">
      <span class="home">Job Search Mock</span>
      <nav aria-label="Views">${tabs}<a href="/docs">Docs</a></nav>
      <span class=${`state ${state}`} role="status">${STATES[state]}</span>
      ${!denied && html`<${ClockBadge} />`}
    </header>
    ${current.view !== null && html`<main>${denied ? html`<${AskToken} />` : html`<${current.view} parts=${parts.slice(1)} query=${query} />`}</main>`}
    <${Notices} />`;
}

/** A form for the admin token, which the page keeps until it is closed. */
function AskToken() {
  const [wrong, setWrong] = useState('');
  const send = async ({ elements }) => {
    access.change({ token: elements.token.value });
    try {
      await call('GET', '/health');
      access.change({ denied: false });
    } catch (error) {
      access.change({ token: null });
      setWrong(error.message);
    }
  };
  return html`<div class="narrow">
    <h1>This mock asks for its admin token</h1>
    <p>It was started with one. The page keeps the token only in memory, until it is closed or reloaded.</p>
    <${Form} send=${send}>
      <label>Admin token <input name="token" type="password" autocomplete="off" required /></label>
      <button class="first">Continue</button>
    <//>
    ${wrong !== '' && html`<p class="bad" role="alert">That was not it. ${wrong}</p>`}
  </div>`;
}

/** A notice in place of the live page, which needs the admin API. */
function NoAdmin() {
  return html`<header class="bar"><span class="home">Job Search Mock</span></header>
    <section class="card narrow" aria-labelledby="missing">
      <h2 id="missing">This mock was started with --no-admin</h2>
      <p>
        So this page cannot show requests, accounts, faults and the clock, or change them. Start it without
        <code> --no-admin</code> for that; beyond this machine it then needs <code>--admin-token</code>.
      </p>
    </section>`;
}

if (place.dataset.controls === 'none') render(html`<${NoAdmin} />`, place);
else {
  void loadFacts();
  render(html`<${Page} />`, place);
}
addCopyButtons(begin);
document.documentElement.classList.add('live');
