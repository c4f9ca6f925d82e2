import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/contract.js';
import type { Step } from '../../pack/model/pack.js';
import { loadPacks, packPaths } from '../../pack/load-packs.js';
import { loadDocuments } from '../../pack/model/documents.js';

/** Fields whose values depend on the data of a target. */
const OF_THE_DATA =
  /(keywords|jobs_locations|job_boards|department|industry|job_type|seniority_level|company_name|company_domain|company_network_url)$/;

/** Returns the literal texts in such a field, except modes, invented addresses and unused words. */
function literalsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') {
    const written = value.replace(/^\$\S+$|\{\$[^}]*\}|zzqx\w+/g, '');
    const isMadeUp =
      value.includes('{$inputs.unlikelyWord}') ||
      /^[\s%._]*$|^%\w%$|^s$|^\.example$|^\/company\/?$|^acme$|^https?:\/\/[^/]*\.(invalid|example)(\/|$)/i.test(
        written,
      );
    return name === 'mode' || isMadeUp ? [] : [value];
  }
  if (Array.isArray(value)) return value.flatMap((each) => literalsIn(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, each]) => literalsIn(each, member));
}

const ENUMS = Object.values(loadContract().enums);
const ACCEPTED: ReadonlySet<string> = new Set(ENUMS.flat());

/** True for all values that the contract accepts somewhere, in any order. They are the same for all data. */
function isWholeEnum(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return ENUMS.some((each) => each.length === value.length && each.every((one) => value.includes(one)));
}

function literalsOf({ operation, body, criteria, assumptions, expectations }: Step): string[] {
  if (operation?.source !== 'contract' || body === null || body.deliberate) return [];
  // Any accepted value is right if a used key is refused before the search, or if the step asks nothing of the result.
  const isRefused = criteria.some(({ condition }) => condition === '$statusCode == 409');
  const needsJobs = !isRefused && assumptions.length + expectations.length > 0;
  const { payload } = body;
  if (typeof payload !== 'object' || payload === null) return [];
  return Object.entries(payload)
    .filter(([name, value]) => OF_THE_DATA.test(name) && !isWholeEnum(value))
    .flatMap(([name, value]) => literalsIn(value, name))
    .filter((text) => needsJobs || !ACCEPTED.has(text));
}

describe('the packs', () => {
  it('search for no word, place, board or company that only some data contains', () => {
    // `validation` searches for all accepted values, whether such jobs exist or not.
    const found = loadPacks(packPaths([]), loadDocuments())
      .filter(({ name }) => name !== 'validation')
      .flatMap(({ name, workflows }) =>
        workflows.flatMap(({ workflowId, steps }) =>
          steps.flatMap((step) => literalsOf(step).map((text) => `${name}/${workflowId}: ${text}`)),
        ),
      );
    expect(found).toEqual([]);
  });

  it('are searched for literals in lists, in parts of texts, and not in modes', () => {
    const seen = literalsIn({
      title: ['nurse', '$inputs.marketTitleWord', '{$inputs.marketTitleWord}s'],
      city: '{$inputs.unlikelyWord}a',
      url: '{$inputs.networkUrl}/company/foo',
      mode: 'or',
    });
    expect(seen).toEqual(['nurse', '{$inputs.networkUrl}/company/foo']);
  });
});
