/** Reads the result of a client, which is a JSON object. */
import { parsedJson } from '../../../values/json.js';
import type { CourseResult } from '../../rules/situation.js';

/** Returns the result, or why it is invalid. */
export function readResult(value: unknown): CourseResult | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not a JSON object';
  const { outcome, jobs, balance, labels } = value as Record<string, unknown>;
  if (outcome === 'failed') return value as CourseResult;
  if (outcome !== 'done') return 'its "outcome" is neither "done" nor "failed"';
  if (jobs !== undefined && !isListOf(jobs, (each) => each === null || typeof each === 'string'))
    return 'its "jobs" are not a list of strings and nulls';
  if (labels !== undefined && !isListOf(labels, (each) => typeof each === 'string'))
    return 'its "labels" are not a list of strings';
  if (balance !== undefined && typeof balance !== 'number') return 'its "balance" is not a number';
  return value as CourseResult;
}

function isListOf(value: unknown, fits: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

/** Whether a line of output may be a result. */
export function mayBeResult(line: string): boolean {
  return /^\s*\{/.test(line) && line.includes('"outcome"');
}

/** Returns the result on a line of output, or why it is invalid. */
export function resultOnLine(line: string): CourseResult | string {
  const value = parsedJson(line);
  return value === undefined ? 'it is not JSON' : readResult(value);
}
