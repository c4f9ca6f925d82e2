import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MATCHERS } from '../language/matchers.js';
import { extensions, packSchema, rowMembers } from './pack-schema.js';

interface Definition {
  title?: string;
  anyOf?: { enum?: string[]; enumDescriptions?: string[]; pattern?: string }[];
  properties?: Record<string, Definition & { description?: string }>;
  patternProperties?: Record<string, { description?: string }>;
  required?: string[];
  description?: string;
}

const schema = packSchema() as unknown as Definition & { $defs: Record<string, Definition> };
const definition = (name: string): Definition => schema.$defs[name]!;

const { predicates } = parse(
  readFileSync(new URL('../predicates/predicates.yaml', import.meta.url), 'utf8'),
) as { predicates: Record<string, { holdsWhen: string; arguments: object; takes?: string }> };

/** The description of a name in an editor. */
function shown(kind: string, name: string): string | undefined {
  const [names] = definition(kind).anyOf ?? [];
  return names?.enumDescriptions?.[names.enum?.indexOf(name) ?? -1];
}

describe('the pack schema', () => {
  it('suggests the names that the documents define, with their meanings', () => {
    expect(shown('clause-id', 'BILL-1')).toMatch(/^must: ./);
    expect(shown('operation-id', 'searchJobs')).toBe('POST /api/v1/jobs-search/search');
    expect(shown('operation-id', '$sourceDescriptions.admin.getDataset')).toMatch(/^GET \/__admin/);
    expect(shown('reading-id', 'auth-status')).toMatch(/refused/);
    expect(shown('requirement', 'reading:auth-status=401')).not.toBe(undefined);
    expect(shown('job-field', 'Post Date')).toBe('Day of posting');
    expect(shown('that', 'same-jobs')).toBe(predicates['same-jobs']?.holdsWhen);
  });

  it('allows values of a row, and allows pointers and expressions as fields', () => {
    const other = (kind: string): RegExp => new RegExp(definition(kind).anyOf?.[1]?.pattern ?? '$.');
    expect(other('clause-id').test('$each.clause')).toBe(true);
    expect(other('job-field').test('/Skills/0')).toBe(true);
    expect(other('job-field').test('$steps.a.outputs.field')).toBe(true);
    expect(other('job-field').test('Job Titel')).toBe(false);
  });

  it('suggests the inputs that the runner binds, with a pattern for names that contain a number', () => {
    const { properties = {}, patternProperties = {} } = definition('inputs').properties?.['properties'] ?? {};
    expect(properties['activeKey']?.description).toMatch(/^key of/);
    const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern));
    for (const name of ['operationKeyB', 'daysAgo12', 'monthsAgo6Plus1'])
      expect(patterns.some((pattern) => pattern.test(name))).toBe(true);
  });

  it.each(Object.entries(predicates))(
    'suggests the arguments of %s',
    (name, { arguments: kinds, takes, holdsWhen }) => {
      const { properties = {}, required = [], description } = definition(`that-${name}`);
      expect(description).toBe(`Holds when ${holdsWhen}.`);
      const own = Object.keys(kinds).map((each) => each.replace('?', ''));
      const taken = takes === undefined ? [] : [...Object.keys(MATCHERS), 'or-null'];
      expect(Object.keys(properties)).toEqual(expect.arrayContaining([...own, ...taken, 'because']));
      expect(required).toEqual(Object.keys(kinds).filter((each) => !each.endsWith('?')));
    },
  );

  it('describes each extension, and says which of them a row of a table replaces', () => {
    expect(extensions().size).toBe(18);
    expect(extensions().get('x-kit-cut')).toMatch(/^The suite closes the connection as soon/);
    expect(rowMembers('workflow')).toEqual(expect.arrayContaining(['workflowId', 'summary', 'x-kit-cost']));
    expect(rowMembers('step')).toEqual(expect.arrayContaining(['stepId', 'outputs', 'x-kit-each']));
    expect(rowMembers('step')).not.toContain('operationId');
  });
});
