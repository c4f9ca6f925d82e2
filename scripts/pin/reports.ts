/** Reports of a few records, in every format. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RunReport } from '../../conformance/judge/report.js';
import { unpackedLines } from '../../conformance/record/packed-lines.js';
import { FILE_KINDS, writeReport } from '../../conformance/reports/index.js';
import { HOME } from './records.js';

/** Texts by format. */
export type Reports = Record<string, string>;

export function reportsFile(name: string): URL {
  return new URL(`reports/${name}.br`, HOME);
}

/** Returns the reports of a record; empty if it has no file of reports. */
export function reportsOf(name: string, report: RunReport): Reports {
  if (!existsSync(reportsFile(name))) return {};
  // A report of traffic contains the version of the kit that judges it.
  const fixed = { ...report, kitVersion: '0.0.0' };
  const kinds = [...FILE_KINDS, 'terminal'] as const;
  return Object.fromEntries(kinds.map((kind) => [kind, stable(writeReport(kind, fixed))]));
}

/** Replaces packed lists and bodies, which are in the record, by their hash; removes the script and style of the page. */
function stable(text: string): string {
  return text
    .replace(/<meta http-equiv[^>]*>|<style>[^]*?<\/style>|<script>[^]*?<\/script>/g, '')
    .replace(/(?<=<script type="text\/plain"[^>]*>)[^<]+/g, (bodies) =>
      // Other releases of zlib and brotli may pack the same bytes differently.
      hashOf(gunzipSync(Buffer.from(bodies, 'base64'))),
    )
    .replace(/(?<=\n {2}"outcomes": \[)[^]+/, (lists) =>
      lists.replace(/(?<=")[\w+/]{20,}=*(?=")/g, (block) => hashOf([...unpackedLines(block)].join('\n'))),
    );
}

export function hashOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** The first difference in each format. */
export function differencesOf(name: string, reports: Reports): string[] {
  return Object.entries(reports).flatMap(([kind, text]) => {
    const expected = JSON.parse(brotliDecompressSync(readFileSync(reportsFile(name))).toString()) as Reports;
    const before = expected[kind] ?? '';
    if (before === text) return [];
    let at = 0;
    while (before[at] === text[at]) at += 1;
    const [was, is] = [before, text].map((of) => JSON.stringify(of.slice(Math.max(0, at - 60), at + 90)));
    return [`  ${kind} at character ${at}:`, `  - ${was}`, `  + ${is}`];
  });
}
