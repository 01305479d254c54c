/** Passkeys in this browser: making one, and signing a decision with one. */

import type { ApprovalView, Page, PasskeyOfferView, PasskeyView } from '@quadrivium/portarium/answers';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { decisionChallenge } from '../evidence/decision-challenge.js';
import { inWorkspace, session } from '../state/session.js';
import { ask } from '../wire/rest.js';
import { WireError } from '../wire/trouble.js';

/** Why this page cannot use passkeys; undefined when it can. */
export function passkeyHindrance(): string | undefined {
  const { hostname, port, protocol } = location;
  if (/^[\d.]+$|:/.test(hostname)) {
    const place = port === '' ? '' : `:${port}`;
    return `Passkeys belong to a name, and this page was opened by a number. Open ${protocol}//localhost${place} instead.`;
  }
  return 'PublicKeyCredential' in window ? undefined : 'This browser knows no passkeys, or the page came without TLS.';
}

export const passkeysPath = (): string => inWorkspace('/passkeys');

/** Those of whoever looks at the page that still count. */
export function ownPasskeys({ items }: Page<PasskeyView>): readonly PasskeyView[] {
  return items.filter(
    ({ principalId, revokedAtIso }) => principalId === session.value?.subject && revokedAtIso === undefined,
  );
}

export async function addPasskey(label: string): Promise<void> {
  const { options } = await ask<PasskeyOfferView>(`${passkeysPath()}/offer`, { method: 'POST', body: {} });
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, response } = await startRegistration({ optionsJSON }).catch(givenUp);
  const { clientDataJSON, attestationObject, transports } = response;
  const answer = { id, response: { clientDataJSON, attestationObject, transports } };
  await ask(passkeysPath(), { method: 'POST', body: { label, answer } });
}

/**
 * What the authenticator is asked to sign is made here, of what the page shows: the server gives no challenge that could
 * belong to another plan.
 */
export async function signDecision(
  { workspaceId, approvalId, planDigest }: ApprovalView,
  decision: string,
  rationale: string | undefined,
  passkeys: readonly PasskeyView[],
): Promise<unknown> {
  const by = session.value?.subject ?? '';
  const challenge = await decisionChallenge({ chain: workspaceId, approvalId, planDigest, decision, rationale, by });
  const optionsJSON = {
    challenge,
    rpId: passkeys[0]?.site ?? location.hostname,
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports: [...transports] as AuthenticatorTransport[],
    })),
    userVerification: 'required' as const,
  };
  const { id, response } = await startAuthentication({ optionsJSON }).catch(givenUp);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature } };
}

/** Browsers do not tell a person who said no from a passkey that is not there. */
function givenUp(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new WireError({
    kind: 'NoPasskey',
    message: `The passkey did not answer: ${why}`,
    suggestion: 'Try again, or use another passkey.',
  });
}
