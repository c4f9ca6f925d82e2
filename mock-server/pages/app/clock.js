/** The view of the clock, which determines search windows, billing cycles and rate limits, and its controls. */
import { Choice, Form } from '../../../common/browser/forms.js';
import { attempt, usePolled } from '../../../common/browser/messages.js';
import { html, useStore } from '../../../common/browser/ui.js';
import { Table } from '../../../common/browser/views.js';
import { go } from '../../../common/browser/route.js';
import { dateTimeOf } from '../../../common/browser/text.js';
import { call, callAll, facts } from './api.js';

/** The time in the bar of every view. */
export function ClockBadge() {
  const [clock = null] = usePolled(() => call('GET', '/clock').catch(() => null), 1_000);
  if (clock === null) return null;
  return html`<a
    class="clock"
    href="#/clock"
    aria-label=${`The mock's clock: ${dateTimeOf(clock.now)}${clock.frozen ? ', frozen' : ''}`}
  >
    <span>${dateTimeOf(clock.now)}</span>${clock.frozen && html` <span class="tag">frozen</span>`}
  </a>`;
}

export function Clock({ query }) {
  const load = async () => [await callAll('/accounts', 'accounts'), await call('GET', '/clock')];
  const [[accounts, clock] = [[]], read] = usePolled(load, 1_000);
  const account = accounts.find(({ id }) => id === query.account) ?? accounts[0];
  if (account === undefined)
    return html`<div class="narrow">
      <h1>Clock</h1>
      <p>Reading…</p>
    </div>`;
  return html`<div class="columns">
    <section aria-labelledby="clock-title">
      <h1 id="clock-title">Clock</h1>
      <p class="big">
        <strong>${dateTimeOf(clock.now)}</strong> <span class="quiet">UTC${clock.frozen ? ', frozen' : ''}</span>
      </p>
      <${Controls} base="/clock" clock=${clock} read=${read} of="The mock's clock" />
      <p class="quiet">
        Accounts without a clock of their own follow it. Steps move it forward; a date can also be in the past.
      </p>
    </section>
    <section aria-labelledby="account-title">
      <h2 id="account-title">Billing cycle and search windows of an account</h2>
      <${Choice}
        label="Account"
        options=${accounts.map(({ id }) => [id, id])}
        value=${account.id}
        change=${(id) => go(['clock'], { account: id }, { replace: true })}
      />
      <${Cycle} account=${account} read=${read} />
      <${Windows} now=${account.clock.now} />
    </section>
  </div>`;
}

function Controls({ base, clock, read, of }) {
  const turn = (method, path, body, done) => attempt(() => call(method, base + path, body).then(read), done);
  const advance = (step, word) => turn('POST', '/advance', step, `${of} went ${word} forward.`);
  const set = ({ elements }) =>
    turn('PUT', '', { now: new Date(elements.now.valueAsNumber).toISOString() }, `${of} is set.`);
  return html`<p class="buttons">
      <button
        onClick=${() => turn('PUT', '', { frozen: !clock.frozen }, clock.frozen ? `${of} runs.` : `${of} is frozen.`)}
      >
        ${clock.frozen ? 'Let it run' : 'Freeze'}
      </button>
      <button onClick=${() => advance({ hours: 1 }, 'an hour')}>+ 1 hour</button>
      <button onClick=${() => advance({ days: 1 }, 'a day')}>+ 1 day</button>
      <button onClick=${() => advance({ months: 1 }, 'a month')}>+ 1 month</button>
    </p>
    <${Form} class="inline" send=${set}>
      <label>Go to (UTC) <input name="now" type="datetime-local" step="1" required /></label>
      <button>Go there</button>
    <//>`;
}

function Cycle({ account, read }) {
  const { cycle, clock, id } = account;
  const start = Date.parse(cycle.start);
  const end = Date.parse(cycle.end);
  const part = Math.min(1, Math.max(0, (Date.parse(clock.now) - start) / (end - start)));
  const day = Math.floor((Date.parse(clock.now) - start) / 86_400_000) + 1;
  const days = Math.round((end - start) / 86_400_000);
  // If the account follows the mock's clock, move that clock.
  const base = clock.own ? `/accounts/${id}/clock` : '/clock';
  const next = () =>
    attempt(
      () => call('PUT', base, { now: `${cycle.end}T00:00:00Z` }).then(read),
      `A new billing cycle of ${id} begins: jobs are charged again.`,
    );
  return html`<h3>Billing cycle</h3>
    <p>Day ${day} of ${days}: ${cycle.start} to ${cycle.end}</p>
    <progress max="1" value=${part} aria-label="Billing cycle">${Math.round(part * 100)}%</progress>
    <p class="buttons">
      <button class="first" onClick=${next}>To the next cycle</button>
      ${clock.own && html`<button onClick=${() => attempt(() => call('DELETE', `/accounts/${id}/clock`).then(read), `${id} follows the mock's clock.`)}>Follow the mock's clock</button>`}
    </p>
    ${!clock.own && html`<p class="quiet">${id} follows the mock's clock, so this moves the mock's clock.</p>`}`;
}

/** The oldest date that each search accepts today, and its default range. */
function Windows({ now }) {
  const { operations } = useStore(facts);
  const searches = Object.values(operations).filter(({ window }) => window !== undefined);
  const rows = searches.map(({ id, window }) => {
    const days = [
      dayBefore(now, window.oldest),
      [dayBefore(now, window.defaultAfter), window.floor ?? ''].sort().at(-1),
      dayBefore(now, { days: window.defaultBefore === 'tomorrow' ? 1 : 0 }),
    ];
    return [id, ...days.map((day) => html`<span class="date">${day}</span>`)];
  });
  const columns = ['Search', 'Oldest date', 'Looks from', 'to before'];
  return html`<h3>Search windows today</h3>
    <${Table} label="Search windows" columns=${columns} rows=${rows} />
    <p class="quiet">The last two columns are for requests without dates.</p>`;
}

/** Goes back by whole months and years (to the last day of a shorter month), then `days` forward. */
export function dayBefore(now, { years = 0, months = 0, days = 0 }) {
  const date = new Date(now);
  const month = date.getUTCMonth() - months - 12 * years;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), last) + days;
  return new Date(Date.UTC(date.getUTCFullYear(), month, day)).toISOString().slice(0, 10);
}
