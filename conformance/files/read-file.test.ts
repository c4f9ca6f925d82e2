import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { filePieces, readSmallFile } from './read-file.js';
import { readYamlText } from './yaml.js';
import { readEarlier } from '../run/earlier-files.js';
import { readSurvey } from '../run/survey/stored.js';
import { fileMessageOf } from '../values/text.js';
import { openLedger } from '../wire/ledger.js';
import { certificatesIn } from '../wire/trust.js';

function fail(what: string): never {
  throw new Error(what);
}

describe('a file that a user names', () => {
  it('is read up to the limit', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'abc');
    expect(readSmallFile(file, 3, fail).toString()).toBe('abc');
    writeFileSync(file, 'a'.repeat(2 ** 20 + 1));
    expect(() => readSmallFile(file, 2 ** 20, fail)).toThrow(/^is larger than 1 MiB$/);
    expect(() => readSmallFile('/nowhere', 9, fail)).toThrow(/^cannot be read: no such file or directory$/);
    writeFileSync(file, Buffer.from('a: Z\xfcrich', 'latin1'));
    expect(() => readYamlText(file)).toThrow(/^is not UTF-8 text$/);
    expect(fileMessageOf(new Error('EMPTY: a pack, which has no steps'))).toBe(
      'EMPTY: a pack, which has no steps',
    );
  });

  it('is rejected if it is endless', () => {
    expect(() => certificatesIn('/dev/zero')).toThrow('--ca /dev/zero is larger than 1 MiB');
    expect(() => readEarlier('/dev/zero')).toThrow('--against /dev/zero is not a report to compare with');
    expect(() => readSurvey('/dev/zero', 'http://127.0.0.1')).toThrow(
      '--survey /dev/zero is larger than 16 MiB',
    );
    expect(() => openLedger('/dev/zero', 'http://127.0.0.1', 'key')).toThrow(
      '--ledger /dev/zero is larger than 1 MiB',
    );
  });

  it('can be a pipe, and a pipe without a writer is an error', () => {
    const pipe = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const write = (): unknown => spawn('sh', ['-c', 'sleep 0.3; (echo a; sleep 0.2; echo b) > "$0"', pipe]);
    write();
    expect(readSmallFile(pipe, 9, fail).toString()).toBe('a\nb\n');
    write();
    expect(Array.from(filePieces(pipe), String).join('')).toBe('a\nb\n');
    expect(() => readSmallFile(pipe, 9, fail, 0.1)).toThrow('nothing came out of this pipe within 0.1 s');
  });
});
