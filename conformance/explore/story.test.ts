import { expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { loadDocuments } from '../pack/model/documents.js';
import { makeProfile } from '../run/target/profile.js';
import { openSession } from '../run/target/session.js';
import { Story } from './story.js';

it('deletes the accounts of a chapter even if its end fails', async () => {
  await using mock = await startMock({ now: '2026-11-23T10:30:00Z', frozen: true });
  using session = openSession(makeProfile({ target: mock.url, adminUrl: mock.url }, {}), loadDocuments(), {});
  const story = await Story.open(session, { command: 'explore', seed: 1, reserve: 0 });
  const before = mock.world.accounts.size;
  const during: number[] = [];
  const failing = story.sendChapter(1, () => {
    during.push(mock.world.accounts.size);
    return Promise.reject(new Error('no room'));
  });
  await expect(failing).rejects.toThrow('no room');
  expect([...during, mock.world.accounts.size]).toEqual([before + 2, before]);
});
