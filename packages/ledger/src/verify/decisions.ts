/**
 * Decisions in the record that somebody's passkey has signed, or should have. The record says itself which passkeys people
 * have registered; whoever does not want to believe it there either names the passkeys that count.
 */
import type { PasskeySignature } from '../format/decision.js';
import type { Entry } from '../format/entry.js';
import { faultOfSignature } from './passkey-signature.js';
import type { ProblemDetail, Warning } from './problem.js';
import { type Recorded, recordedIn } from './recorded.js';

/** A passkey that is known to be this person's, from elsewhere than the record. */
export interface PinnedPasskey {
  readonly principal: string;
  readonly passkeyId: string;
}

export interface DecisionOptions {
  /** The only passkeys that count, when given. */
  readonly passkeys?: readonly PinnedPasskey[];
  /** Every approval must be signed, whatever the record says was needed. */
  readonly signedDecisions?: boolean;
}

/** Told apart first: most entries are of other types, and cost nothing more. */
const types = new Set(['PasskeyRegistered', 'PasskeyRevoked', 'ApprovalRequested', 'ApprovalDecided']);

interface Verdict {
  readonly problem?: ProblemDetail;
  readonly warning?: Warning;
}

export class DecisionVerifier {
  readonly #options: DecisionOptions;
  readonly #isWhole: boolean;
  /** Approvals that only a passkey can give, until they have been decided. */
  readonly #bound = new Set<string>();
  /** Passkeys that the record knows: whose they are since they were first registered. */
  readonly #owners = new Map<string, string>();
  readonly #revoked = new Set<string>();
  readonly #named = new Set<string>();

  /** A whole chain has every passkey in it before it is used; a single stream has not. */
  constructor(options: DecisionOptions, isWhole: boolean) {
    this.#options = options;
    this.#isWhole = isWhole;
  }

  static concerns({ type }: Entry): boolean {
    return types.has(type);
  }

  /** What is wrong with an entry about a decision or a passkey. */
  async judge(entry: Entry): Promise<Verdict> {
    const recorded = recordedIn(entry.body);
    if (recorded === undefined) return bad(entry, 'it does not have the form of such an entry');
    const { links, detail } = recorded;
    const { approvalId = '' } = links;
    if (entry.type.startsWith('Passkey')) return this.#passkey(entry, recorded);
    if (entry.type === 'ApprovalRequested' && detail.passkey === true) this.#bound.add(approvalId);
    if (entry.type !== 'ApprovalDecided' || detail.decision === undefined) return {};
    const { passkey } = detail;
    return typeof passkey === 'object'
      ? this.#signed(entry, detail, approvalId, passkey)
      : this.#unsigned(entry, detail, approvalId);
  }

  /** Public keys are no secret: whoever registers one that is somebody's already takes nothing from them. */
  #passkey(entry: Entry, { links: { principalId }, detail: { passkeyId } }: Recorded): Verdict {
    if (!passkeyId || !principalId) return bad(entry, 'it does not say which passkey of whom');
    const isNew = entry.type === 'PasskeyRegistered' && !this.#owners.has(passkeyId);
    if (isNew) this.#owners.set(passkeyId, principalId);
    const reason = this.#foreign(passkeyId, principalId);
    if (reason !== undefined) return bad(entry, reason);
    if (entry.type === 'PasskeyRevoked') this.#revoked.add(passkeyId);
    return {};
  }

  #unsigned({ seq, actor }: Entry, { decision }: Recorded['detail'], approvalId: string): Verdict {
    const needed = this.#options.signedDecisions === true || this.#bound.has(approvalId);
    return needed && decision === 'Approved'
      ? { problem: { kind: 'unsigned-decision', seq, by: actor.id } as const }
      : {};
  }

  async #signed(
    entry: Entry,
    { decision = '', rationale, planDigest = '' }: Recorded['detail'],
    approvalId: string,
    passkey: PasskeySignature,
  ): Promise<Verdict> {
    const { passkeyId } = passkey;
    const { chain, seq, actor } = entry;
    const by = actor.id;
    const statement = { chain, approvalId, planDigest, decision, rationale, by };
    const reason = (await faultOfSignature(statement, passkey)) ?? this.#disowned(passkeyId, by);
    if (reason !== undefined) return bad(entry, reason);
    const { passkeys } = this.#options;
    if (passkeys === undefined) return this.#unpinned(chain, by, passkeyId);
    const pinned = passkeys.some((it) => it.principal === by && it.passkeyId === passkeyId);
    return pinned ? {} : { problem: { kind: 'foreign-passkey', seq, by, passkeyId } };
  }

  #disowned(passkeyId: string, by: string): string | undefined {
    return this.#revoked.has(passkeyId) ? 'the passkey had been revoked' : this.#foreign(passkeyId, by);
  }

  #foreign(passkeyId: string, by: string): string | undefined {
    const owner = this.#owners.get(passkeyId);
    if (owner === undefined) return this.#isWhole ? 'the passkey had not been registered' : undefined;
    return owner === by ? undefined : `the passkey is registered for ${owner}`;
  }

  /** Said once for each: the record alone cannot tell whether the passkey is really theirs. */
  #unpinned(chain: string, by: string, passkeyId: string): Verdict {
    const name = JSON.stringify([by, passkeyId]);
    if (this.#named.has(name)) return {};
    this.#named.add(name);
    return { warning: { kind: 'unpinned-passkey', chain, by, passkeyId } };
  }
}

const bad = ({ seq, actor: { id: by } }: Entry, reason: string): Verdict => ({
  problem: { kind: 'bad-decision', seq, by, reason },
});
