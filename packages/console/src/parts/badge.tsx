import { own } from '@quadrivium/kernel/own';
import { inWords } from '../numbers/format.js';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet';

const tones: Readonly<Record<string, Tone>> = {
  Pending: 'warn',
  WaitingForApproval: 'warn',
  WaitingForManualCompletion: 'warn',
  WaitingForAgent: 'warn',
  WaitingForTurn: 'quiet',
  WaitingForTimer: 'quiet',
  RequestChanges: 'warn',
  Running: 'busy',
  Executing: 'busy',
  InProgress: 'busy',
  Approved: 'good',
  Executed: 'good',
  Succeeded: 'good',
  Matched: 'good',
  Resolved: 'good',
  Online: 'good',
  met: 'good',
  accepted: 'good',
  Denied: 'bad',
  Failed: 'bad',
  Expired: 'bad',
  Cancelled: 'quiet',
  Blocked: 'bad',
  UnknownOutcome: 'bad',
  OperationMismatch: 'bad',
  Offline: 'bad',
  Quarantined: 'bad',
  missing: 'bad',
  rejected: 'bad',
  blocked: 'bad',
  Paused: 'warn',
  Stale: 'warn',
  Degraded: 'warn',
  Draining: 'warn',
  partly: 'warn',
  needs_review: 'warn',
};

/** A state in words; the colour only repeats what the words say. */
export function Badge({ state, tone, label }: { state: string; tone?: Tone; label?: string }) {
  return <span class={`badge ${tone ?? own(tones, state) ?? 'quiet'}`}>{label ?? inWords(state)}</span>;
}
