/** The files of the pin: records, kept in one compressed file for each group, and reports of a few of them in every format. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import type { RunReport } from '../../conformance/judge/report.js';
import { unpackedLines } from '../../conformance/record/packed-lines.js';
import { FILE_KINDS, writeReport } from '../../conformance/reports/index.js';

/** Folder of the pin's data. */
export const HOME = new URL('../../test/pin/', import.meta.url);

/** Yields each record. A file begins with one line of JSON, a list of `[name, length in bytes]`; the texts of the records follow. */
export function* storedRecords(): Generator<[name: string, text: Buffer]> {
  // Equal parts of records are so far apart that only a large window covers them.
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  for (const file of readdirSync(new URL('records/', HOME))) {
    const bytes = brotliDecompressSync(readFileSync(new URL(`records/${file}`, HOME)), { params });
    let end = bytes.indexOf('\n') + 1;
    for (const [name, length] of JSON.parse(bytes.toString('utf8', 0, end)) as [string, number][])
      yield [name, bytes.subarray(end, (end += length))];
  }
}

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
