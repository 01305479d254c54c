import { anonymousIdentity, type Identity } from '../identity.js';
import type { Front } from '../registry/operation-context.js';
import type { GateSettings } from './call.js';

/** Lets the server say who is behind a request. Whoever cannot be identified is nobody, also in the evidence of the refusal. */
export async function identifyCaller(
  { identify }: Pick<GateSettings, 'identify'>,
  context: { identity: Identity; readonly front: Front },
  args?: unknown,
): Promise<void> {
  if (identify === undefined) return;
  const found = context.identity;
  context.identity = anonymousIdentity;
  context.identity = await identify(found, { front: context.front, args });
}
