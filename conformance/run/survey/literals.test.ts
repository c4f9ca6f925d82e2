import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/contract.js';
import type { Step } from '../../pack/model/pack.js';
import { loadPacks, packPaths } from '../../pack/load-packs.js';
import { loadDocuments } from '../../pack/model/documents.js';

/** Fields whose values depend on the data of a target. */
const OF_THE_DATA =
  /(keywords|jobs_locations|job_boards|department|industry|job_type|seniority_level|company_name|company_domain|company_network_url)$/;

/** Texts that are written out, below such a field; modes, made-up addresses and words that nobody uses are none. */
function literalsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') {
    const written = value.replace(/^\$\S+$|\{\$[^}]*\}|zzqx\w+/g, '');
    const isMadeUp =
      /^\s*$|^s$|^\.example$|^\/company\/?$|^acme$|^https?:\/\/[^/]*\.(invalid|example)(\/|$)/i.test(written);
    return name === 'mode' || isMadeUp ? [] : [value];
  }
  if (Array.isArray(value)) return value.flatMap((each) => literalsIn(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, each]) => literalsIn(each, member));
}

const ACCEPTED: ReadonlySet<string> = new Set(Object.values(loadContract().enums).flat());

function literalsOf({ operation, body, criteria }: Step): string[] {
  if (operation?.source !== 'contract' || body === null || body.deliberate) return [];
  // Where a used key is to be refused, nothing is searched for, so that any accepted value will do.
  const isRefused = criteria.some(({ condition }) => condition === '$statusCode == 409');
  const { payload } = body;
  if (typeof payload !== 'object' || payload === null) return [];
  return Object.entries(payload)
    .filter(([name]) => OF_THE_DATA.test(name))
    .flatMap(([name, value]) => literalsIn(value, name))
    .filter((text) => !isRefused || !ACCEPTED.has(text));
}

describe('the packs', () => {
  it('ask for no word, place, board or company that only some data holds', () => {
    // All accepted values are asked for in `validation`, whether there are such jobs or not.
    const found = loadPacks(packPaths([]), loadDocuments())
      .filter(({ name }) => name !== 'validation')
      .flatMap(({ name, workflows }) =>
        workflows.flatMap(({ workflowId, steps }) =>
          steps.flatMap((step) => literalsOf(step).map((text) => `${name}/${workflowId}: ${text}`)),
        ),
      );
    expect(found).toEqual([]);
  });

  it('would be seen to', () => {
    const seen = literalsIn({
      title: ['nurse', '$inputs.marketTitleWord', '{$inputs.marketTitleWord}s'],
      url: '{$inputs.networkUrl}/company/foo',
      mode: 'or',
    });
    expect(seen).toEqual(['nurse', '{$inputs.networkUrl}/company/foo']);
  });
});
