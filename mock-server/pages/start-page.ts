/** The page at `/`: purpose, first steps and keys. It is part of the live page (`app/`). Clients such as curl get a text. */
import { readFileSync } from 'node:fs';
import { seededAccounts } from '../../fixtures/index.js';
import { template } from '../../fixtures/text.js';
import type { World } from '../state/world.js';
import { escapeHtml, htmlPage, styles, BASE_STYLES, PAGE_STYLES } from '../../common/browser/html.js';
import type { PagesOptions } from './router.js';

export interface StartPageOptions extends PagesOptions {
  /** Base address of the mock, such as `http://127.0.0.1:4010`. */
  base: string;
  /** The element `<script type="importmap">`. */
  importMap: string;
}

/** A task and the command for it. */
interface Example {
  purpose: string;
  command: string;
}

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

const EXAMPLES = JSON.parse(read('./generated/examples.json')) as Record<
  'search' | 'company' | 'more' | 'languages' | 'admin',
  Example[]
>;
const PAGE = template(read('./start.html'));

function examples(kind: keyof typeof EXAMPLES, words: Record<string, string>): Example[] {
  return EXAMPLES[kind].map(({ purpose, command }) => ({
    purpose: template(purpose)(words),
    command: template(command)(words),
  }));
}

/** Returns the first commands to try, as text. */
export function startText(world: World, options: StartPageOptions): string {
  const all = [...beginning(world, options.base), ...(options.admin ? driving(options) : [])];
  return [
    'Job Search Mock',
    ...all.map(({ purpose, command }) => `# ${purpose}\n${command}`),
    `# The contract, for people and for tools; the guides.\n# ${options.base}/docs ${options.base}/openapi.yaml ${options.base}/docs/guides\n`,
  ].join('\n\n');
}

export function startPage(world: World, options: StartPageOptions): string {
  const head = `${styles(BASE_STYLES, PAGE_STYLES, '/assets/mock-server/pages/app/live.css')}
${options.importMap}
<script type="module" src="/assets/mock-server/pages/app/main.js"></script>`;
  const words = {
    controls: options.admin ? 'served' : 'none',
    postings: count(world.dataset.size),
    adminLink: options.admin ? ADMIN_LINK : '',
    first: beginning(world, options.base).map(exampleHtml).join('\n'),
    languages: examples('languages', { base: options.base }).map(exampleHtml).join('\n'),
    keys: keyRows(world).join('\n'),
    admin: options.admin ? controls(options) : '',
    facts: facts(world).join('\n'),
  };
  return htmlPage('Job Search Mock', head, PAGE(words));
}

const ADMIN_LINK = '<a href="/docs/admin"><strong>Admin API</strong> accounts, clock, faults, journal</a>';

function beginning({ dataset }: World, base: string): Example[] {
  const [company] = dataset.wellKnown;
  const body = JSON.stringify({ company_network_url: company?.profileUrl, limit: 2 });
  const { name = '', purpose: role = '' } = company ?? {};
  return [
    ...examples('search', { base }),
    ...(company ? examples('company', { base, body, name, role }) : []),
    ...examples('more', { base }),
  ];
}

function driving({ base, adminToken }: StartPageOptions): Example[] {
  return examples('admin', { base, token: adminToken ? ` -H "X-Admin-Token: $TOKEN"` : '' });
}

function controls(options: StartPageOptions): string {
  return `<section aria-labelledby="control">
<h2 id="control">Control it from a test</h2>
${options.adminToken ? '<p>Calls of the admin API must send the token that this mock was started with.</p>' : ''}
${driving(options).map(exampleHtml).join('\n')}
</section>`;
}

function keyRows(world: World): string[] {
  const purposes = new Map(seededAccounts.map(({ key, purpose }) => [key, purpose]));
  return world.accounts
    .list()
    .filter(({ settings }) => settings.seeded)
    .map(
      ({ id, key, credits }) =>
        `<tr><td><code data-account="${escapeHtml(id)}">${escapeHtml(key)}</code></td><td class="number">${count(credits)}</td>` +
        `<td>${escapeHtml(purposes.get(key) ?? '')}</td></tr>`,
    );
}

function facts(world: World): string[] {
  const { dataset } = world;
  const changed = world.knownReadings.filter(({ id, default: usual }) => world.readings[id] !== usual);
  const rows: [string, string][] = [
    ['Version', world.version],
    ['Time', `${new Date(world.clock.now()).toISOString()}${world.clock.frozen ? ', frozen' : ''}`],
    ['Postings', `${count(dataset.size)}, ${dataset.seed === null ? 'from a file' : `seed ${dataset.seed}`}`],
    ['Dataset', dataset.hash],
    ['Profile URLs', `${dataset.networkUrl}/company/…`],
    ['Readings', changed.map(({ id }) => `${id}=${world.readings[id]}`).join(', ') || 'all as by default'],
  ];
  return rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
}

function exampleHtml({ purpose, command }: Example): string {
  return `<p>${escapeHtml(purpose)}</p>\n<pre tabindex="0"><code>${escapeHtml(command)}</code></pre>`;
}

function count(value: number): string {
  return value.toLocaleString('en-US').replace('-', '−');
}
