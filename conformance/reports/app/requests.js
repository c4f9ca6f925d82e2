/** Every request of a run in the order of sending. */
import { html } from '../../../common/browser/ui.js';
import { Opened, Split, Status } from '../../../common/browser/views.js';
import { Rows } from '../../../common/browser/rows.js';
import { several, titled } from '../../../common/browser/text.js';
import { Exchange, marksOf } from './exchange.js';
import { Check } from './scenarios.js';
import { matching, Search } from './search.js';

const columnsOf = ({ scenario }) => [
  { title: 'Number', class: 'number', cell: ({ id }) => id },
  { title: 'Status', class: 'code', cell: (each) => html`<${Status} ...${each} />` },
  {
    title: 'Request',
    class: 'what',
    cell: (each) => html`<span class="method">${each.method}</span> ${each.operation ?? each.url}`,
  },
  { title: titled(scenario), class: 'noted', cell: placeOf },
];

const placeOf = (each) => [each.scenario, each.note].filter(Boolean).join(', ');

export function Requests({ source, run, to, change, parts, query }) {
  const open = parts[0] === undefined ? undefined : Number(parts[0]);
  const shown = matching(run.exchanges, { text: query.text }, textOf);
  const head = run.exchanges.find(({ id }) => id === open);
  const judged = run.judgements.filter(({ exchanges }) => exchanges.at(-1) === open && open !== undefined);
  const opened =
    head &&
    html`<${Opened} what="request" title=${`#${open}`} close=${() => change([], query)}>
      <p>${head.scenario !== '' && html`<a href=${to('scenarios', head.scenario.split('/'))}>${head.scenario}</a>, `}${head.note}</p>
      <ul class="checks">
        ${judged.map((found) => html`<${Check} found=${found} to=${to} />`)}
      </ul>
      <${Exchange} key=${open} ...${{ source, run, id: open, open: true, marks: marksOf(judged.filter(({ verdict }) => verdict === 'fail')) }} />
    <//>`;
  return html`<${Split} title="Requests" label="Requests of this run" opened=${opened}>
      <${Search} ...${{ run, query, change: (asked) => change(parts, asked, { replace: true }), hint: `a path, a status, a ${run.terms.scenario}, an account` }} />
      <p class="counts"><span>${several(shown.length, 'request')}</span></p>
      <${Rows}
        label="Requests"
        columns=${columnsOf(run.terms)}
        rows=${shown}
        selected=${open}
        select=${(each) => change([each.id], query, { replace: open !== undefined })}
      />
  <//>`;
}

function textOf({ id, method, url, status, failure, operation, scenario, note, account }) {
  return `#${id} ${method} ${url} ${status ?? ''} ${failure ?? ''} ${operation ?? ''} ${scenario} ${note} ${account}`;
}
