import type { PrincipalId } from './ids.js';
import type { Collections } from './store-port.js';

/** Follows "acts for" to its end; a service that acts for an agent that acts for a person is that person. */
export async function personOf(tables: Collections, principalId: PrincipalId): Promise<PrincipalId> {
  let current = principalId;
  for (let hops = 0; hops < 5; hops++) {
    const principal = await tables.principals.get(current);
    if (principal?.onBehalfOf === undefined) return current;
    current = principal.onBehalfOf;
  }
  return current;
}
