import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeInChromium, fitsEveryScreen } from '../../test/support/chromium.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import type { CourseClient } from '../clients/courses/client.js';
import type { CourseOutcome, CourseReport } from '../clients/courses/report.js';
import { courses } from '../clients/courses/index.js';
import { startCourses } from '../clients/courses/hold-courses.js';
import { clientView } from './client-view.js';
import { FILE_KINDS, reportPieces, type FileKind } from './index.js';
import { writeTerminal } from './terminal.js';

const DOCS = 'http://127.0.0.1:4010';
const EVIL = '</script><script>alert(1)</script><img src=x onerror=alert(2)> \u202e';

/** Makes a new key for each attempt, and sends text that would be active on a page. */
const wasteful: CourseClient = async (task, { url, key }) => {
  if (task.task !== 'collect') return null;
  const attempt = (): Promise<Response> =>
    fetch(`${url}/api/v1/jobs-search/search`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `use_v1_${crypto.randomUUID()}`,
      },
      body: JSON.stringify({ ...task.body, note: EVIL }),
    });
  await attempt().catch(attempt);
  return { outcome: 'done', jobs: [] };
};

const keys: string[] = [];
using ground = await startCourses();
const course = courses.find(({ name }) => name === 'lost-first-page')!;
const report = await ground.hold(course, (task, place) => {
  keys.push(place.key);
  return wasteful(task, place);
});

const truncated = await ground.hold(
  courses.find(({ name }) => name === 'truncated')!,
  wasteful,
);

const written = (kind: FileKind): string => [...reportPieces(kind, clientView(report, DOCS))].join('');

describe('the reports on a client', () => {
  it.each(FILE_KINDS)('%s names the rule and its price, and no API key', (kind) => {
    const text = written(kind).replaceAll('\\', '');
    expect(text).toMatch(/CLI-2\b/);
    expect(text).toMatch(/CLI-2 \(2\)|2 credits/);
    for (const key of keys) expect(text).not.toContain(key);
    expect(text).not.toContain('\u202e');
  });

  it('as JSON contain every request once, with its answer', () => {
    const { exchanges, courses: held } = JSON.parse(written('json')) as CourseReport;
    expect(
      exchanges.map(({ sent, request }) => [sent, request.bodyText !== null, 'body' in request]),
    ).toEqual([
      ['never', true, false],
      ['whole', true, false],
    ]);
    expect(held[0]!.exchanges).toEqual(exchanges.map(({ id }) => id));
  });
});

it('names the course of a finding, and the response that was cut short', async () => {
  const view = clientView(truncated, DOCS);
  expect(writeTerminal(view)).toContain('  by        course truncated\n');
  expect([...reportPieces('markdown', view)].join('')).toContain('HTTP response, cut short\n');
});

it('the terminal report says once what happened in many courses, with the end of the client output', () => {
  const notes = 'Error: there is no configuration\n    at main\n\nNode.js\n';
  const broke = (name: string): CourseOutcome => ({
    ...report.courses[0]!,
    name,
    verdict: 'error',
    reason: 'it ended with status 1 and printed nothing',
    notes: [notes, notes],
    remarks: [],
  });
  const courses = ['pages', 'enough', 'restart'].map(broke);
  const text = writeTerminal(clientView({ ...report, verdict: 'error', rules: [], courses }, DOCS));
  expect(text).toMatch(/^No result of the client: /);
  expect(text).toContain(
    [
      '  no result: it ended with status 1 and printed nothing: pages; enough; restart',
      '  | Error: there is no configuration',
      '  | at main',
      '  | Node.js',
      '',
    ].join('\n'),
  );
  expect(text.match(/\| Error/g)).toHaveLength(1);
});

describeInChromium('the page of a client', (chromium) => {
  it('opens offline with the broken rules, the requests that show them, the courses and all requests', async () => {
    const file = join(temporaryFolder(), 'client.html');
    writeFileSync(file, written('html'));
    const { page, complaints, hosts } = await chromium.open(`file://${file}`);
    await page.getByText('Does not conform').first().waitFor();
    await page.getByRole('link', { name: /^2$/ }).waitFor();
    await fitsEveryScreen(page);
    await page.getByRole('link', { name: 'Failures', exact: true }).click();
    await page.getByText('Make the key outside the loop that retries').first().waitFor();
    expect(await page.getByRole('link', { name: 'The page of this rule' }).first().getAttribute('href')).toBe(
      `${DOCS}/docs/clients/CLI-2`,
    );
    expect(
      await page
        .locator('.exchange summary', {
          hasText: /lost.*with use_v1_.*, the lost answer had status 200, 10 credits/,
        })
        .count(),
    ).toBeGreaterThan(0);
    await page
      .getByText(/alert\(1\)/)
      .first()
      .waitFor();
    await fitsEveryScreen(page);
    await page.getByRole('link', { name: 'Courses', exact: true }).click();
    await page.setViewportSize({ width: 360, height: 800 });
    const cut = await page.locator('.rows .badge').evaluateAll((badges) =>
      badges.map((badge) => {
        badge.textContent = '– not applicable';
        return badge.scrollWidth - badge.clientWidth;
      }),
    );
    expect(Math.max(...cut)).toBe(0);
    await page.getByRole('row', { name: /lost-first-page/ }).click();
    await page.getByText('Paid 12 credits; an ideal client pays 32 at most.').waitFor();
    await fitsEveryScreen(page);
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await page.getByRole('link', { name: /CLI-39/ }).click();
    await page.getByText('more pages, until the cursor is null').first().waitFor();
    await fitsEveryScreen(page);
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await page.getByRole('row', { name: /200.*searchJobs/ }).click();
    await fitsEveryScreen(page);
    await page.getByRole('link', { name: 'More', exact: true }).click();
    expect(await page.getByText('Readings').count()).toBe(0);
    await fitsEveryScreen(page);
    expect([complaints, [...hosts]]).toEqual([[], ['']]);
    await page.close();
  });
});
