import { anonymousIdentity, type Identity } from '../identity.js';
import type { Front } from '../registry/operation-context.js';
import type { GateSettings } from './call.js';

/** Lets the server say who is behind a request. Whoever cannot be identified is nobody, also in the evidence of the refusal. */
export function identifyCaller(
  { identify }: Pick<GateSettings, 'identify'>,
  context: Caller,
  args?: unknown,
): Promise<void> | undefined {
  return identify === undefined ? undefined : identified(identify, context, args);
}

interface Caller {
  identity: Identity;
  readonly front: Front;
}

async function identified(
  identify: NonNullable<GateSettings['identify']>,
  context: Caller,
  args: unknown,
): Promise<void> {
  const found = context.identity;
  context.identity = anonymousIdentity;
  context.identity = await identify(found, { front: context.front, args });
}
