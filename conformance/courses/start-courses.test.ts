import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, freshKey } from '../mutants/clients/client.js';
import { courses, startCourses, type CourseGround } from '../index.js';

let ground: CourseGround;
beforeAll(async () => {
  ground = await startCourses();
});
afterAll(() => ground.close());

const some = courses.filter(({ name }) =>
  ['pages', 'lost-first-page', 'balance', 'two-processes'].includes(name),
);

describe.concurrent.each(some)('a function in the course $name', (course) => {
  it('conforms', async () => {
    const report = await ground.hold(course, (task, place) => new Client(task, place).run());
    expect(report.verdict, report.headline).toBe('conforms');
  });
});

describe('a function', () => {
  const [lost] = courses.filter(({ name }) => name === 'lost-first-page');

  it('that retries under a new key does not conform', async () => {
    class Forgetful extends Client {
      override keyOfAttempt(): string {
        return freshKey();
      }
    }
    const report = await ground.hold(lost!, (task, place) => new Forgetful(task, place).run());
    expect(report).toMatchObject({ verdict: 'does-not-conform', wasted: 2 });
  });

  it('that throws has told no result', async () => {
    const report = await ground.hold(lost!, () => Promise.reject(new TypeError('no client')));
    expect(report).toMatchObject({ verdict: 'error', courses: [{ reason: 'it threw: no client' }] });
  });

  it('that never ends is over when its patience is', async () => {
    const report = await ground.hold(lost!, () => new Promise(() => undefined), { patience: 1 });
    expect(report).toMatchObject({ verdict: 'incomplete' });
  });

  it('that does not do such tasks is not judged', async () => {
    expect((await ground.hold(lost!, () => Promise.resolve(null))).verdict).toBe('nothing-judged');
  });
});
