import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { KeywordNode, SearchIndex, SearchQuery } from '../../mock-server/search/index.js';

const PEERS = fileURLToPath(new URL('./peers/', import.meta.url));

interface Statement {
  run(...values: unknown[]): unknown;
  get(...values: unknown[]): Record<string, unknown>;
  all(...values: unknown[]): Record<string, unknown>[];
}

interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
}

/** Installs the peers on first use. They are compiled, so they have a folder and a lock file of their own. */
export function installPeers(): void {
  if (existsSync(`${PEERS}node_modules/better-sqlite3`)) return;
  console.error(
    'Installing the peers of the benchmark in scripts/bench/peers; this compiles SQLite, for a minute or two.',
  );
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: PEERS,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    throw new Error(
      'The peers could not be installed. Run the benchmark with --no-sqlite to go without them.',
    );
  }
}

/**
 * The peer that one would take in earnest: SQLite in memory, with covering indexes for the facets of this benchmark,
 * and FTS5 with the words of titles and descriptions. Postings are stored in result order, so that no answer needs
 * sorting and a date range is a range of row ids, which the engine's index looks up for it beforehand.
 */
export class SqlSearch {
  readonly #database: Database;
  readonly #index: SearchIndex;
  readonly #statements = new Map<string, Statement>();

  constructor(index: SearchIndex) {
    this.#index = index;
    const require = createRequire(`${PEERS}package.json`);
    const Sqlite = require('better-sqlite3') as new (path: string) => Database;
    const database = new Sqlite(':memory:');
    database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      CREATE TABLE postings (ordinal INTEGER PRIMARY KEY, country TEXT, job_type TEXT, seniority TEXT, remote INTEGER);
      CREATE VIRTUAL TABLE texts USING fts5(title, description, content='', columnsize=0,
        tokenize="unicode61 remove_diacritics 0");
      BEGIN;
    `);
    const posting = database.prepare('INSERT INTO postings VALUES (?, ?, ?, ?, ?)');
    const text = database.prepare('INSERT INTO texts (rowid, title, description) VALUES (?, ?, ?)');
    for (let ordinal = 0; ordinal < index.size; ordinal += 1) {
      const { job } = index.posting(ordinal);
      const remote = job['Is Remote'] === null ? null : Number(job['Is Remote']);
      posting.run(
        ordinal,
        job.Country?.toLowerCase() ?? null,
        job['Job Type'],
        job['Seniority Level'],
        remote,
      );
      text.run(ordinal, job['Job Title'] ?? '', job['Job Description'] ?? '');
    }
    database.exec(`
      COMMIT;
      CREATE INDEX facets ON postings (country, seniority, job_type, ordinal);
      CREATE INDEX remotes ON postings (remote, seniority, job_type, ordinal);
      CREATE INDEX types ON postings (ordinal, job_type);
      INSERT INTO texts (texts) VALUES ('optimize');
      ANALYZE;
    `);
    this.#database = database;
  }

  search(query: SearchQuery): { total: number; ordinals: number[] } {
    const { sql, values } = this.#where(query);
    const total = this.#prepare(`SELECT count(*) AS total ${sql}`).get(...values)['total'] as number;
    const rows = this.#prepare(`SELECT ordinal ${sql} ORDER BY ordinal LIMIT ${query.limit}`).all(...values);
    return { total, ordinals: rows.map(({ ordinal }) => ordinal as number) };
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }

  /** Only what the queries of this benchmark ask for. */
  #where(query: SearchQuery): { sql: string; values: unknown[] } {
    const range = [this.#index.firstBefore(query.to), this.#index.firstBefore(query.from)];
    const conditions: string[] = [];
    const values: unknown[] = [];
    const anyOf = (column: string, wanted: readonly (string | number | null | undefined)[]): void => {
      if (wanted.length === 0) return;
      conditions.push(`${column} IN (${wanted.map(() => '?').join(', ')})`);
      values.push(...wanted);
    };
    anyOf(
      'country',
      query.locations.map(({ country }) => country?.toLowerCase()),
    );
    anyOf('remote', query.isRemote === null ? [] : [Number(query.isRemote)]);
    anyOf('seniority', query.seniorities);
    anyOf('job_type', query.jobTypes);
    const facets = conditions.map((condition) => ` AND ${condition}`).join('');
    if (!query.include) {
      return {
        sql: `FROM postings WHERE ordinal >= ? AND ordinal < ?${facets}`,
        values: [...range, ...values],
      };
    }
    const match = query.exclude
      ? `(${matchOf(query.include)}) NOT (${matchOf(query.exclude)})`
      : matchOf(query.include);
    const found = 'SELECT rowid AS ordinal FROM texts WHERE texts MATCH ? AND rowid >= ? AND rowid < ?';
    return facets === ''
      ? { sql: `FROM (${found})`, values: [match, ...range] }
      : {
          sql: `FROM (${found}) CROSS JOIN postings USING (ordinal) WHERE true${facets}`,
          values: [match, ...range, ...values],
        };
  }
}

function matchOf(node: KeywordNode): string {
  if ('term' in node) return `{${node.field}} : "${node.term.replaceAll('"', '')}"`;
  return node.children.map((child) => `(${matchOf(child)})`).join(node.mode === 'and' ? ' AND ' : ' OR ');
}
