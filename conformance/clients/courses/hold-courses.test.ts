import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startMock } from '../../../mock-server/index.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { newClient } from '../../../test/bad-clients/client.js';
import { courses, startCourses } from '../../index.js';
import type { CourseResult, CourseTask } from '../rules/situation.js';
import type { ClientPlace } from './client.js';
import { NOW, worldLines } from './index.js';

const ground = await startCourses();
afterAll(() => ground.close());

it.concurrent.each(
  courses.filter(({ name }) => ['pages', 'lost-first-page', 'balance', 'two-processes'].includes(name)),
)('a function conforms in the course $name', async (course) => {
  const report = await ground.hold(course, (task, place) => newClient(task, place).run());
  expect(report.verdict, report.headline).toBe('conforms');
});

describe('a function', () => {
  const [lost] = courses.filter(({ name }) => name === 'lost-first-page');

  it('that throws returns no result', async () => {
    const report = await ground.hold(lost!, () => Promise.reject(new TypeError('ENONE: no client, alas')));
    expect(report).toMatchObject({
      verdict: 'error',
      courses: [{ reason: 'it threw: ENONE: no client, alas' }],
    });
  });

  it('that never ends makes the run incomplete after `patience` seconds', async () => {
    const report = await ground.hold(lost!, () => new Promise(() => undefined), { patience: 1 });
    expect(report).toMatchObject({ verdict: 'incomplete' });
  });

  it('is told by an AbortError that its run is over, and may then return anything', async () => {
    let reason: unknown;
    const client = (_task: unknown, { signal }: { signal: AbortSignal }): Promise<null> =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          resolve(null);
        }),
      );
    const report = await ground.hold(lost!, client, { patience: 1 });
    expect(report).toMatchObject({ verdict: 'incomplete', courses: [{ verdict: 'inconclusive' }] });
    expect(reason).toMatchObject({ name: 'AbortError' });
  });

  it('without a timeout breaks CLI-28, although it ignores its signal and ends when the stalled response does', async () => {
    const [stalled] = courses.filter(({ name }) => name === 'stalled');
    const client = (task: CourseTask, place: ClientPlace): Promise<CourseResult> =>
      newClient(task, { ...place, signal: new AbortController().signal }, { timeoutMs: 60_000 }).run();
    const report = await ground.hold(stalled!, client, { patience: 0.5 });
    expect(report.headline).toContain('Broken: CLI-28.');
  });

  it('that does not support the task is not judged', async () => {
    expect((await ground.hold(lost!, () => Promise.resolve(null))).verdict).toBe('nothing-judged');
  });
});

describe('a running mock', () => {
  const [pages] = courses.filter(({ name }) => name === 'pages');

  it('can serve courses, and has no account of theirs afterwards', async () => {
    const data = join(temporaryFolder(), 'postings.ndjson');
    writeFileSync(data, worldLines());
    await using mock = await startMock({ data, now: NOW, adminToken: 'a-token-of-mine' });
    const ids = async (): Promise<unknown> => {
      const headers = { 'X-Admin-Token': 'a-token-of-mine' };
      const response = await fetch(`${mock.url}/__admin/accounts`, { headers });
      return ((await response.json()) as { accounts: { id: string }[] }).accounts.map(({ id }) => id);
    };
    const before = await ids();
    const taken = await startCourses({ adminUrl: `${mock.url}/__admin`, adminToken: 'a-token-of-mine' });
    const report = await taken.hold(pages!, (task, place) => newClient(task, place).run());
    expect(report.verdict, report.headline).toBe('conforms');
    await taken.close();
    expect(await ids()).toEqual(before);
  });

  it('is refused if it has other postings', async () => {
    await using mock = await startMock({ jobs: 10 });
    await expect(startCourses({ adminUrl: mock.url })).rejects.toThrow(
      `The mock at ${mock.url} holds other postings than the courses, or those of another day. Write theirs with clients --write-data FILE`,
    );
  });
});
