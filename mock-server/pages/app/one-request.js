/** The view of one request: the reason for its response, both bodies, and forms to copy it and send it again. */
import { Form } from '../../../common/browser/forms.js';
import { attempt, say } from '../../../common/browser/messages.js';
import { html, useLoaded, useState, useStore } from '../../../common/browser/ui.js';
import { Copyable, Facts, Headers, Opened, Prose, Status } from '../../../common/browser/views.js';
import { go, hrefOf } from '../../../common/browser/route.js';
import { Body, parsedJson } from '../../../common/browser/json.js';
import { bytes, count, dateTimeOf, several, visible } from '../../../common/browser/text.js';
import { call, facts } from './api.js';
import { asCurl, asStep } from './copy-request.js';
import { watch } from './watch.js';

export function OneRequest({ id, close }) {
  const { value: told, problem } = useLoaded(() => call('GET', `/journal/${id}`), []);
  const row = told?.entry ?? watch.get().rows.find((each) => each.id === id);
  const title = html`<span class="quiet">#${id}</span>
    ${row && html` ${row.method} ${row.operation ?? visible(row.path)} <${Status} status=${row.status} />`}`;
  return html`<${Opened} what="request" title=${title} close=${close}>
    ${problem !== undefined && html`<p class="bad">${problem}</p>`} ${row && html`<${Why} row=${row} />`}
    ${row && html`<${About} row=${row} />`} ${told && html`<${Exchange} ...${told} />`}
  <//>`;
}

/** The reason for a response: the mock's own reason, the clause or reading behind it, and findings about the caller. */
function Why({ row }) {
  const { clauses } = useStore(facts);
  const clause = clauses[row.clause];
  const isPlain =
    row.reason === null && row.clause === null && row.fault === null && row.findings.length === 0;
  return html`<div class="why">
    <h3>Why</h3>
    ${isPlain && html`<p>${plainWhy(row)}</p>`} ${row.reason !== null && html`<p>${visible(row.reason)}</p>`}
    ${
      row.clause !== null &&
      html`<p>
        <a class="tag clause" href=${`/docs/clauses/${row.clause}`}>${row.clause}</a>${' '}
        ${clause && html`<${Prose} text=${clause.title} /> <span class="quiet">section ${clause.section}</span>`}
      </p>`
    }
    ${row.reading !== null && html`<p>By the reading <a href="#/readings">${row.reading}</a>.</p>`}
    ${
      row.fault !== null &&
      html`<p>Caused by the fault <a href=${hrefOf(['faults'])}>${row.fault}</a>, which a test or a user added.</p>`
    }
    ${row.findings.map(
      (each) =>
        html`<p class="finding">
          <a class=${`tag ${each.verdict}`} href=${each.docs}>${each.rule}</a> ${visible(each.text)}
          ${
            each.requests.length > 1 &&
            html` <span class="quiet"
              >with${' '}
              ${each.requests.slice(0, -1).map((other) => html`<a href=${hrefOf(['requests'], { open: other })}>#${other}</a> `)}</span
            >`
          }
        </p>`,
    )}
  </div>`;
}

function plainWhy({ status, replayed, creditsUsed }) {
  if (status === null) return 'No answer was sent.';
  if (replayed) return 'The stored answer of this operation key was sent again without a charge.';
  if (status >= 400) return 'Refused.';
  return creditsUsed > 0
    ? `Answered, and charged ${several(creditsUsed, 'credit')}.`
    : 'Answered; nothing was charged.';
}

function About({ row }) {
  const items = [
    ['Time', `${dateTimeOf(row.at)} on the account's clock`],
    [
      'Account',
      row.account === null
        ? 'none recognized'
        : html`<a href=${hrefOf(['accounts', row.account])}>${row.account}</a>`,
    ],
    ['Path', visible(row.path)],
    ['Credits', `${count(row.creditsUsed)}${row.replayed ? ', replayed' : ''}`],
    ['Operation key', row.operationKey === null ? 'none' : visible(row.operationKey)],
    ['Request id', row.requestId],
    ['Took', `${row.durationMs} ms`],
  ];
  return html`<${Facts} facts=${items} />`;
}

function Exchange({ entry, exchange }) {
  const { request, response } = exchange;
  const body = typeof request.bodyText === 'string' ? { body: parsedJson(request.bodyText) } : {};
  const told = { ...exchange, request: { ...request, ...body } };
  return html`<h3>Request</h3>
    <p><code>${request.method} ${visible(request.url)}</code></p>
    <${Headers} headers=${request.headers} />
    <${Body} text=${request.bodyText} length=${request.bodyBytes ?? 0} label="Body of the request" />
    <h3>Answer</h3>
    ${
      response === null
        ? html`<p class="quiet">None was made.</p>`
        : html`<p>
              <${Status} status=${response.status} />${' '}
              <span class="quiet">${bytes(response.bodyBytes)}${SENT[exchange.sent] ?? ''}</span>
            </p>
            <${Headers} headers=${response.headers} />
            <${Body} text=${response.bodyText} length=${response.bodyBytes} label="Body of the answer" />`
    }
    <h3>Copy it</h3>
    <details>
      <summary>As a curl command</summary>
      <${Copyable} label="curl command" text=${asCurl(told, location.origin)} />
    </details>
    ${
      exchange.operation !== null &&
      html`<details>
        <summary>As a step of a pack</summary>
        <${Copyable} label="step of a pack" text=${asStep(told)} />
      </details>`
    }
    ${entry.account !== null && html`<${Again} entry=${entry} request=${request} />`}`;
}

const SENT = { cut: ', of which a part was sent', never: ', never sent' };

/** A form that sends the request again as its account, possibly changed. The mock adds the API key. */
function Again({ entry, request }) {
  const { method } = request;
  // A text area would change the line breaks of an unedited body.
  const [body, setBody] = useState(request.bodyText);
  const [busy, setBusy] = useState(false);
  const send = async (form) => {
    const { path, key } = Object.fromEntries(new FormData(form));
    const wanted = { method, path, operationKey: key || undefined, bodyText: body || undefined };
    setBusy(true);
    const sent = await attempt(() => call('POST', `/accounts/${entry.account}/requests`, wanted));
    setBusy(false);
    if (sent === undefined) return;
    say(sent.status === null ? `No answer came: ${sent.problem}.` : `Sent; answered ${sent.status}.`);
    const which = sent.requestId === null ? '' : `&requestId=${sent.requestId}`;
    const { entries } = await call('GET', `/journal?account=${entry.account}&limit=1${which}`);
    if (entries.length > 0) go(['requests'], { open: entries[0].id });
  };
  return html`<details>
    <summary>Send it again</summary>
    <${Form} class="stack" send=${send}>
      <p class="quiet">
        As ${entry.account}. The mock adds the API key, and charges the request like any other.
      </p>
      <label>Path <input name="path" defaultValue=${request.url} /></label>
      <label>
        Operation key; the same key and body return the stored answer
        <input name="key" placeholder="none" defaultValue=${request.key} />
      </label>
      ${
        method === 'POST' &&
        html`<label>
          Body
          <textarea
            rows="8"
            spellcheck="false"
            value=${body}
            onInput=${(event) => setBody(event.currentTarget.value)}
          ></textarea>
        </label>`
      }
      <button class="first" disabled=${busy}>${busy ? 'Sending…' : `Send as ${entry.account}`}</button>
    <//>
  </details>`;
}
