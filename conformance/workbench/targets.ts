/** The targets that can be chosen. A typed key is kept only in memory, sent only to its target, and redacted in all output. */
import type { Redactor } from '../../common/redact.js';
import { makeProfile, redactSecrets, type Profile } from '../run/target/profile.js';
import type { Fields } from '../values/fields.js';
import { UsageError } from '../values/usage-error.js';

export interface Target {
  id: string;
  /** The name of the target on the page. */
  label: string;
  profile: Profile;
}

/** Other variables are not read, so that no page can send an unrelated secret to an address of its choice. */
const VARIABLE = /^JOB_SEARCH_[A-Z0-9_]+$/;
const ADMIN_TOKEN = 'JOB_SEARCH_ADMIN_TOKEN';

export type Targets = ReturnType<typeof createTargets>;

/** `environment` has the keys and proxies for targets that users name on a page. */
export function createTargets(
  given: readonly Profile[],
  environment: Readonly<Record<string, string | undefined>>,
  redactor: Redactor,
) {
  const all = new Map<string, Target>();
  for (const profile of given) add(profile);

  /** Throws UsageError if there is no such target. */
  function get(id: unknown): Target {
    const target = all.get(String(id));
    if (target === undefined) throw new UsageError('There is no such target. Choose one, or add it again.');
    return target;
  }

  /** Adds a target that a user named on a page. `named` has the fields of its form. Throws UsageError. */
  function name(named: Fields): Target {
    const [url, adminUrl] = [textIn(named['url']), textIn(named['adminUrl'])];
    if (url === undefined) throw new UsageError('Name the base address of the target.');
    const key = keyOf(named);
    if (key.apiKey === undefined && adminUrl === undefined)
      throw new UsageError('Type the key of the target.');
    // An error about the profile may quote a field.
    redactor.add(key.apiKey ?? '', '[key active]');
    const admin =
      adminUrl === undefined ? {} : { adminUrl, adminToken: environment[ADMIN_TOKEN] || undefined };
    const profile = makeProfile({ target: url, ...key, ...admin }, environment);
    redactSecrets(profile, redactor);
    return add(profile);
  }

  function keyOf({ key, keyVariable }: Fields): { apiKey?: string; keySource?: string } {
    const [typed, variable] = [textIn(key), textIn(keyVariable)];
    if (typed !== undefined) return { apiKey: typed, keySource: 'the key that was typed for this target' };
    if (variable === undefined) return {};
    if (!VARIABLE.test(variable))
      throw new UsageError(
        'The variable that holds the key must begin with JOB_SEARCH_, such as JOB_SEARCH_API_KEY.',
      );
    const apiKey = environment[variable];
    if (!apiKey)
      throw new UsageError(`${variable} is not set in the environment in which the workbench was started.`);
    return { apiKey, keySource: `the environment variable ${variable}` };
  }

  function add(profile: Profile): Target {
    const label = `${profile.target}${profile.adminUrl === null ? '' : ', a mock with its admin API'}`;
    const known = [...all.values()].find((each) => each.label === label);
    const id = known?.id ?? String(all.size + 1);
    const target = { id, label, profile };
    all.set(id, target);
    return target;
  }

  return {
    get list() {
      return [...all.values()];
    },
    keyVariables: Object.keys(environment)
      .filter((each) => VARIABLE.test(each) && each !== ADMIN_TOKEN && environment[each] !== '')
      .sort(),
    get,
    name,
  };
}

/** The text of a field; undefined if it is empty. */
function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
