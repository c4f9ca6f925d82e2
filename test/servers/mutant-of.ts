import type { Mock } from '../../mock-server/index.js';
import { loadContract } from '../../spec/contract.js';
import { mutants, startProxy, type MutatingProxy } from '../mutants/index.js';
import { closing } from '../support/closing.js';

/** Starts a mutant in front of a mock. Call it within a test, which closes the mutant. */
export async function mutantOf(mock: Mock, mutant: string): Promise<MutatingProxy> {
  const rule = mutants.find(({ name }) => name === mutant)!.rule();
  return closing(await startProxy(loadContract(), mock.url, rule, () => mock.clock.now()));
}
