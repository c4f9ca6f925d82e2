/** The suite's workbench: choose scenarios, run them, read the results. */
import { Notices, usePolled } from '../../../common/browser/messages.js';
import { html, render, useEffect, useStore } from '../../../common/browser/ui.js';
import { hrefOf, useRoute } from '../../../common/browser/route.js';
import { Explore } from './explore.js';
import { Packs } from './packs.js';
import { Record } from './record.js';
import { Write } from './write.js';
import { doneOf, look, state } from './state.js';
import { Runs } from './runs.js';

const VIEWS = [
  { id: 'packs', title: 'Packs', view: Packs },
  { id: 'explore', title: 'Explore', view: Explore },
  { id: 'runs', title: 'Runs', view: Runs },
  { id: 'record', title: 'Recorded', view: Record },
];

/** The page of an edited pack, which scenarios, findings and recorded requests link to. */
const WRITE = { id: 'write', title: 'Write', view: Write };

function Page() {
  const { parts, query } = useRoute();
  const { packs, live } = useStore(state);
  usePolled(look, 250);
  const current = [...VIEWS, WRITE].find(({ id }) => id === parts[0]) ?? VIEWS[0];
  const isOne = current.id === 'runs' && parts[1] !== undefined;
  useEffect(() => {
    if (!isOne) document.title = `${current.title} · Workbench`;
  }, [current, isOne]);
  return html`<header class="bar">
      <span class="home">Workbench</span>
      <nav aria-label="Views">
        ${VIEWS.map(({ id, title }) => html`<a href=${hrefOf([id])} aria-current=${id === current.id ? 'page' : undefined}>${title}</a>`)}<a href="/docs/guides">Guides</a>
      </nav>
      ${live?.state === 'running' && html`<a class="state" href=${hrefOf(['runs', live.id])}>${doneOf(live)}</a>`}
    </header>
    <main class="bench">
      ${packs === null ? html`<p class="narrow">Reading packs…</p>` : html`<${current.view} parts=${parts.slice(1)} query=${query} />`}
    </main>
    <${Notices} />`;
}

render(html`<${Page} />`, document.getElementById('workbench'));
