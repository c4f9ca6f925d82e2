import { describe, expect, it } from 'vitest';
import { loadClientRules } from '../../spec/clients.js';
import { courses } from '../../conformance/clients/courses/index.js';
import { badClients, rightClients } from './index.js';

describe('the table of bad clients', () => {
  it('names each once, and courses that there are', () => {
    const names = [...badClients, ...rightClients].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const known = courses.map(({ name }) => name);
    expect(badClients.flatMap((each) => each.courses).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('has one for every rule', () => {
    const offended = new Set(badClients.map(({ rule }) => rule));
    const left = loadClientRules().rules.filter(({ id }) => !offended.has(id));
    // A function cannot be ended by force; courses.test.ts does it to a command.
    expect(left.map(({ id }) => id)).toEqual(['CLI-10']);
  });
});
