/** What a call of the admin API changes: the extension `x-kit-effect` of its operation, read strictly. */
import { DocumentError, type Json, type JsonObject } from './document.js';

/** What `change-account` can change: balance, active or not, historical access, rates, anchor day, clock. */
const ACCOUNT_ASPECTS = ['credits', 'activity', 'grants', 'limits', 'cycle', 'clock'] as const;
export type AccountAspect = (typeof ACCOUNT_ASPECTS)[number];

/** The account that `accountId` in the path names, or all of them. */
export type AccountScope = 'one' | 'all';

/** JSON Pointer into the body of a successful answer; `''` is all of it. */
export type AnswerPointer = string;

/**
 * What a successful call changes. `clock` leads to the clock as it stands after the call (shape `Clock` of the
 * document), and is null where the answer does not show it.
 */
export type AdminEffect = { clock: AnswerPointer | null } & (
  | { does: 'read' | 'clear-journal' }
  | {
      does:
        | 'plant-fault'
        | 'remove-fault'
        | 'clear-faults'
        | 'move-clock'
        | 'delete-account'
        | 'reset'
        | 'import-state';
      accounts: AccountScope;
    }
  /** `account` leads to the account made (shape `CreatedAccount`). */
  | { does: 'create-account'; account: AnswerPointer }
  | { does: 'change-account'; accounts: AccountScope; changes: readonly AccountAspect[] }
);

/** The members of an effect beside `does` and `clock`: all of them are required, and no other may stand there. */
const MEMBERS = {
  read: [],
  'clear-journal': [],
  'plant-fault': ['accounts'],
  'remove-fault': ['accounts'],
  'clear-faults': ['accounts'],
  'move-clock': ['accounts'],
  'create-account': ['account'],
  'change-account': ['accounts', 'changes'],
  'delete-account': ['accounts'],
  reset: ['accounts'],
  'import-state': ['accounts'],
} as const satisfies Record<AdminEffect['does'], readonly string[]>;

/** Reads the effect of the operation at `path`. Throws DocumentError that names what is unknown, missing or wrong. */
export function readEffect(value: Json | undefined, path: string, where: string): AdminEffect {
  const place = `${where}/x-kit-effect`;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DocumentError(`${place}: say what the call changes, such as { does: read }`);
  const { does, clock = null } = value;
  if (typeof does !== 'string' || !Object.hasOwn(MEMBERS, does))
    throw new DocumentError(
      `${place}: unknown effect ${JSON.stringify(does)}; known are ${Object.keys(MEMBERS).join(', ')}`,
    );
  const members: readonly string[] = MEMBERS[does as AdminEffect['does']];
  for (const name of Object.keys(value))
    if (name !== 'does' && name !== 'clock' && !members.includes(name))
      throw new DocumentError(`${place}: the effect "${does}" has no member "${name}"`);
  for (const name of members) checkMember(name, value, path, place);
  if (clock !== null) checkPointer(clock, `${place}/clock`);
  return { ...value, clock } as unknown as AdminEffect;
}

function checkMember(name: string, effect: JsonObject, path: string, place: string): void {
  const value = effect[name];
  if (value === undefined) throw new DocumentError(`${place}: the effect lacks "${name}"`);
  if (name === 'account') return checkPointer(value, `${place}/account`);
  if (name === 'changes') {
    const aspects: readonly Json[] = ACCOUNT_ASPECTS;
    const unknown = Array.isArray(value) ? value.find((each) => !aspects.includes(each)) : value;
    if (unknown !== undefined)
      throw new DocumentError(
        `${place}/changes: unknown ${JSON.stringify(unknown)}; known are ${ACCOUNT_ASPECTS.join(', ')}`,
      );
    return;
  }
  const expected: AccountScope = path.includes('{accountId}') ? 'one' : 'all';
  if (value !== expected)
    throw new DocumentError(
      `${place}/accounts: expected "${expected}", since the path ${expected === 'one' ? 'names an account' : 'names no account'}`,
    );
}

function checkPointer(value: Json, place: string): void {
  if (typeof value !== 'string' || !/^(\/([^~/]|~[01])*)*$/.test(value))
    throw new DocumentError(`${place}: ${JSON.stringify(value)} is not a JSON Pointer`);
}
