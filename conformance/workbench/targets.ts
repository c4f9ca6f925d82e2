/** The targets that can be chosen. A page names a key by its variable alone: no key goes through a browser. */
import { makeProfile, type Profile } from '../run/profile.js';
import { UsageError } from '../values/usage-error.js';

export interface Target {
  id: string;
  /** As a page shows it. */
  label: string;
  profile: Profile;
}

export interface NamedTarget {
  url?: unknown;
  adminUrl?: unknown;
  keyVariable?: unknown;
}

/** Others are not read, so that no page can have a secret of something else sent to an address of its choice. */
const VARIABLE = /^JOB_SEARCH_[A-Z0-9_]+$/;

export class Targets {
  readonly #all = new Map<string, Target>();
  readonly #environment: Readonly<Record<string, string | undefined>>;

  constructor(given: readonly Profile[], environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
    for (const profile of given) this.#add(profile);
  }

  get list(): Target[] {
    return [...this.#all.values()];
  }

  /** Throws UsageError. */
  get(id: unknown): Target {
    const target = this.#all.get(String(id));
    if (target === undefined) throw new UsageError('There is no such target. Choose one, or name it anew.');
    return target;
  }

  /** Adds a target that a user named on a page. Throws UsageError. */
  name({ url, adminUrl, keyVariable }: NamedTarget): Target {
    if (typeof url !== 'string' || url === '') throw new UsageError('Name the base address of the target.');
    const variable =
      typeof keyVariable === 'string' && keyVariable !== '' ? keyVariable : 'JOB_SEARCH_API_KEY';
    if (!VARIABLE.test(variable))
      throw new UsageError(
        'The variable that holds the key must begin with JOB_SEARCH_, such as JOB_SEARCH_API_KEY.',
      );
    const apiKey = this.#environment[variable] || undefined;
    const hasAdmin = typeof adminUrl === 'string' && adminUrl !== '';
    if (apiKey === undefined && !hasAdmin)
      throw new UsageError(`${variable} is not set in the environment in which the workbench was started.`);
    const adminToken = this.#environment['JOB_SEARCH_ADMIN_TOKEN'] || undefined;
    const named = {
      target: url,
      apiKey,
      keyVariable: variable,
      ...(hasAdmin ? { adminUrl, adminToken } : {}),
    };
    return this.#add(makeProfile(named, this.#environment));
  }

  #add(profile: Profile): Target {
    const label = `${profile.target}${profile.adminUrl === null ? '' : ', a mock with its admin API'}`;
    const known = this.list.find((each) => each.label === label);
    const id = known?.id ?? String(this.#all.size + 1);
    const target = { id, label, profile };
    this.#all.set(id, target);
    return target;
  }
}
