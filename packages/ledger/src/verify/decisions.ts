/**
 * Decisions in the record that somebody's passkey has signed, or should have. The record says itself which passkeys people
 * have registered; whoever does not want to believe it there either names the passkeys that count.
 */
import type { PasskeySignature } from '../format/decision.js';
import type { Entry } from '../format/entry.js';
import { faultOfSignature } from './passkey-signature.js';
import type { ProblemDetail, Warning } from './problem.js';

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

interface Recorded {
  readonly links?: { readonly approvalId?: string; readonly principalId?: string };
  readonly detail?: {
    readonly decision?: string;
    readonly rationale?: string;
    readonly planDigest?: string;
    readonly passkeyId?: string;
    readonly passkey?: PasskeySignature | boolean;
  };
}

/** Told apart first: most entries are of other types, and cost nothing more. */
const types = new Set(['PasskeyRegistered', 'PasskeyRevoked', 'ApprovalRequested', 'ApprovalDecided']);

export class DecisionVerifier {
  readonly #options: DecisionOptions;
  /** Approvals that only a passkey can give, until they have been decided. */
  readonly #bound = new Set<string>();
  /** Passkeys that the record knows: whose they are, and nobody's once they were revoked. */
  readonly #owners = new Map<string, string | undefined>();
  readonly #named = new Set<string>();

  constructor(options: DecisionOptions) {
    this.#options = options;
  }

  static concerns({ type }: Entry): boolean {
    return types.has(type);
  }

  /** What is wrong with an entry about a decision or a passkey. */
  async judge(entry: Entry): Promise<{ readonly problem?: ProblemDetail; readonly warning?: Warning }> {
    const { links = {}, detail = {} } = (entry.body ?? {}) as Recorded;
    const { approvalId = '', principalId = '' } = links;
    if (entry.type === 'PasskeyRegistered') this.#owners.set(detail.passkeyId ?? '', principalId);
    if (entry.type === 'PasskeyRevoked') this.#owners.set(detail.passkeyId ?? '', undefined);
    if (entry.type === 'ApprovalRequested' && detail.passkey === true) this.#bound.add(approvalId);
    if (entry.type !== 'ApprovalDecided' || detail.decision === undefined) return {};
    const { passkey } = detail;
    return typeof passkey === 'object'
      ? this.#signed(entry, detail, approvalId, passkey)
      : this.#unsigned(entry, detail, approvalId);
  }

  #unsigned({ seq, actor }: Entry, { decision }: NonNullable<Recorded['detail']>, approvalId: string) {
    const needed = this.#options.signedDecisions === true || this.#bound.has(approvalId);
    return needed && decision === 'Approved'
      ? { problem: { kind: 'unsigned-decision', seq, by: actor.id } as const }
      : {};
  }

  async #signed(
    { chain, seq, actor: { id: by } }: Entry,
    { decision = '', rationale, planDigest = '' }: NonNullable<Recorded['detail']>,
    approvalId: string,
    passkey: PasskeySignature,
  ) {
    const { passkeyId } = passkey;
    const statement = { chain, approvalId, planDigest, decision, rationale, by };
    const reason = (await faultOfSignature(statement, passkey)) ?? this.#disowned(passkeyId, by);
    if (reason !== undefined) return { problem: { kind: 'bad-decision', seq, by, reason } as const };
    const { passkeys } = this.#options;
    if (passkeys === undefined) return this.#unpinned(chain, by, passkeyId);
    const pinned = passkeys.some((it) => it.principal === by && it.passkeyId === passkeyId);
    return pinned ? {} : { problem: { kind: 'foreign-passkey', seq, by, passkeyId } as const };
  }

  #disowned(passkeyId: string, by: string): string | undefined {
    if (!this.#owners.has(passkeyId)) return undefined;
    const owner = this.#owners.get(passkeyId);
    if (owner === undefined) return 'the passkey had been revoked';
    return owner === by ? undefined : `the passkey is registered for ${owner}`;
  }

  /** Said once for each: the record alone cannot tell whether the passkey is really theirs. */
  #unpinned(chain: string, by: string, passkeyId: string): { readonly warning?: Warning } {
    const name = JSON.stringify([by, passkeyId]);
    if (this.#named.has(name)) return {};
    this.#named.add(name);
    return { warning: { kind: 'unpinned-passkey', chain, by, passkeyId } };
  }
}
