/**
 * A decision that the approver's authenticator has signed. The challenge is made of the decision itself (`@quadrivium/ledger`,
 * format/decision.ts), so nothing has to be remembered between asking and answering, and the signature fits no other plan.
 */
import { type DecisionStatement, decisionChallenge, faultOfSignature, type PasskeySignature } from '@quadrivium/ledger';
import type { Approval, Decision } from '../../domain/approval.js';
import { idOf } from '../../domain/ids.js';
import type { Passkey } from '../../domain/passkey.js';
import type { Caller } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { type Fault, invalidInput, notFound, portariumFault } from '../../faults.js';
import type { Deps } from '../deps.js';
import { pageOf, refusedAnswer, webauthn } from '../people/passkey-answer.js';

/** What a browser gives for `navigator.credentials.get`, bytes in base64url. */
export interface PasskeyAnswer {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
}

export interface SignedDecision {
  readonly signature: PasskeySignature;
  readonly counter: number;
}

interface ToSign {
  readonly approvalId: string;
  readonly decision: Decision;
  readonly rationale?: string;
  readonly passkey?: PasskeyAnswer;
}

/** The signature that came with a decision, once it holds; undefined when none came. Before the transaction: it takes a moment. */
export async function signatureOf(deps: Deps, caller: Caller, request: ToSign): Promise<SignedDecision | undefined> {
  const { approvalId, decision, rationale, passkey: answer } = request;
  if (answer === undefined) return undefined;
  const { approval, passkey } = await deps.store.read(caller.workspaceId, async (tables) => ({
    approval: await tables.approvals.get(idOf(approvalId)),
    passkey: (await tables.passkeys.find()).find(
      (it) => it.principalId === caller.principalId && it.credentialId === answer.id && it.revokedAt === undefined,
    ),
  }));
  if (approval === undefined) throw notFound('approval', approvalId);
  if (passkey === undefined) throw notYours(caller);
  if (deps.redact(rationale) !== rationale) throw unkeepable();
  const { planDigest } = approval;
  const statement = { chain: caller.workspaceId, approvalId, planDigest, decision, rationale, by: caller.principalId };
  return verified(deps, passkey, answer, statement);
}

async function verified(
  deps: Deps,
  passkey: Passkey,
  { id, response }: PasskeyAnswer,
  statement: DecisionStatement,
): Promise<SignedDecision> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { authenticationInfo, verified: holds } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: await decisionChallenge(statement),
    expectedOrigin: pageOf(deps.site, response.clientDataJSON),
    expectedRPID: passkey.site,
    credential: { id, publicKey: Buffer.from(passkey.coseKey, 'base64url'), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(refusedAnswer);
  const signature = recorded(passkey, response);
  // What is recorded has to convince a stranger, who has only this.
  const fault = holds ? await faultOfSignature(statement, signature) : 'the signature is not of this key';
  if (fault !== undefined) throw refusedAnswer(new Error(fault));
  return { signature, counter: authenticationInfo.newCounter };
}

function recorded(passkey: Passkey, response: PasskeyAnswer['response']): PasskeySignature {
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex');
  const { passkeyId, publicKey, algorithm, site } = passkey;
  return {
    passkeyId,
    publicKey,
    algorithm,
    site,
    authenticatorData: hex(response.authenticatorData),
    clientData: hex(response.clientDataJSON),
    signature: hex(response.signature),
  };
}

/** In the transaction of the decision: the passkey may have been revoked, or used elsewhere, since it was looked at. */
export async function usePasskey(tx: Tx, caller: Caller, { signature, counter }: SignedDecision): Promise<void> {
  const passkey = await tx.passkeys.get(caller.principalId, signature.passkeyId);
  if (passkey === undefined || passkey.revokedAt !== undefined) throw notYours(caller);
  await tx.passkeys.put({ ...passkey, counter: Math.max(counter, passkey.counter) });
}

/** What stands against an approval without a signature where one is needed. */
export function unsigned(
  { passkey }: Approval,
  decision: Decision,
  signed: SignedDecision | undefined,
): Fault | undefined {
  if (passkey !== true || decision !== 'Approved' || signed !== undefined) return undefined;
  return portariumFault('Forbidden', 'This approval has to be signed by your passkey.', {
    context: { code: 'PasskeyRequired' },
    suggestion: 'Approve on the page of the console, with a passkey you have registered there.',
  });
}

const notYours = ({ principalId }: Caller): Fault =>
  portariumFault('Forbidden', `"${principalId}" has no such passkey here, or it was revoked.`, {
    suggestion: 'Register it on the page People of the console.',
  });

const unkeepable = (): Fault =>
  invalidInput(
    'The reason holds something that looks like a secret; the record would mask it, and the signature would not fit.',
    { rationale: ['looks like a secret'] },
    'Say it in other words.',
  );
