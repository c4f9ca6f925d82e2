import { describe, expect, it } from 'vitest';
import { casesOf } from '../test/support/cases.js';
import { mockCommand, readFlags } from './flags.js';

const cases = casesOf<{ wrong: [flags: string[], message: string][]; help: string[] }>(import.meta.filename);

/** Returns the error for these arguments and variables; fails if they are accepted. */
function complaint(args: readonly string[], env: Record<string, string> = {}): string {
  const printed: string[] = [];
  const command = mockCommand()
    .exitOverride()
    .configureOutput({ writeErr: (text) => void printed.push(text) });
  // Commander reads variables from the environment of the process.
  Object.assign(process.env, env);
  try {
    expect(() => readFlags(args, process.env, command)).toThrow();
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
  }
  return printed.join('');
}

it.each(cases.wrong)('a wrong flag is rejected by name, with a hint: %j', (args, message) => {
  expect(complaint(args)).toMatch(new RegExp(message));
});

describe('a mistyped admin token', () => {
  it.each([[['--admin-tokn=S3cret-token']], [['--admin-token', 'long-enough', 'S3cret-token']]])(
    'is not quoted if the flags are wrong: %j',
    (args) => {
      const message = complaint(args);
      expect(message).toMatch(/unknown option '--admin-tokn'|unexpected argument/);
      expect(message).not.toContain('S3cret-token');
    },
  );

  it.each(['S3cret token', 'S3cret\n', 'S3cretö'])('is rejected without being quoted: %j', (token) => {
    const flag = complaint(['--admin-token', token]);
    const variable = complaint([], { JOB_SEARCH_MOCK_ADMIN_TOKEN: token });
    expect(flag).toMatch(/'--admin-token <token>' is invalid. Give at least 8 visible characters/);
    expect(variable).toMatch(
      /'--admin-token <token>' from env 'JOB_SEARCH_MOCK_ADMIN_TOKEN' is invalid. Give/,
    );
    expect(flag + variable).not.toContain('S3cret');
  });
});

describe('a wrong variable is rejected by name', () => {
  it('if it is not a number', () => {
    expect(complaint([], { JOB_SEARCH_MOCK_PORT: 'x' })).toMatch(/JOB_SEARCH_MOCK_PORT.*whole number/);
  });

  it.each(['NO_ADMIN', 'NO_MOCK_HEADER'])('if the switch %s is neither on nor off', (name) => {
    expect(complaint([], { [`JOB_SEARCH_MOCK_${name}`]: 'maybe' })).toContain(
      `value 'maybe' from env 'JOB_SEARCH_MOCK_${name}' is invalid. Use 1, true, yes, on to set it, or 0,`,
    );
  });
});

it.each([
  ['off', true],
  ['', true],
  ['Yes', false],
])('accepts %j as the value of a switch', (value, admin) => {
  process.env['JOB_SEARCH_MOCK_NO_ADMIN'] = value;
  try {
    expect(readFlags([], process.env).admin).toBe(admin);
  } finally {
    delete process.env['JOB_SEARCH_MOCK_NO_ADMIN'];
  }
});

it('lists flags, variables and readings in its help, and exits with 0', () => {
  let help = '';
  const command = mockCommand()
    .exitOverride()
    .configureOutput({ writeOut: (text) => (help += text) });
  expect(() => readFlags(['--help'], {}, command)).toThrow(expect.objectContaining({ exitCode: 0 }));
  for (const word of cases.help) expect(help).toContain(word);
});
