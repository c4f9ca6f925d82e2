import { startMock } from './mock-server/index.js';
import { runConformance } from './conformance/index.js';
const mock = await startMock({ seed: 1, now: '2026-03-18T10:30:00Z', admin: false });
const only = process.argv[2] === 'one';
const time = { now: () => mock.clock.now(), sleep: async (ms: number) => { const until = mock.clock.now() + ms; if (only) mock.clock.advance({ milliseconds: Math.ceil(ms) }); else while (mock.clock.now() < until) { await new Promise((r) => setTimeout(r, 5)); mock.clock.advance({ milliseconds: 100 }); } } };
const go = () => runConformance({ target: mock.url, apiKey: 'key_demo', environment: {}, time });
const began = performance.now();
const reports = await Promise.all(only ? [go()] : [go(), go()]);
for (const r of reports) {
  console.log(r.exitCode, r.headline, r.budget.creditsUsed, r.budget.requests, r.budget.throttledUnexpected, r.run.durationMs);
  for (const n of r.notes.slice(0, 6)) console.log('  note', n);
  for (const c of r.clauses) for (const e of c.evidence) if (e.verdict === 'fail') console.log('  ', c.clause.level, c.clause.id, e.by, e.scenario, e.expected, '|', e.actual);
  for (const c of r.clauses) if (c.verdict === 'inconclusive') console.log('  open', c.clause.id, c.reason.slice(0, 140));
}
console.log(Math.round(performance.now() - began));
await mock.close();
