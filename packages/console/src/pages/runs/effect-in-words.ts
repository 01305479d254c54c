import type { EffectView as Effect } from '@quadrivium/portarium/answers';

interface Told {
  readonly label: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
}

const otherwise: Readonly<Record<Exclude<Effect['status'], 'Matched'>, Told>> = {
  Missing: { label: 'Not done yet', tone: 'warn' },
  OperationMismatch: { label: 'What was done is not what was planned', tone: 'bad' },
  Unplanned: { label: 'Allowed by policy without a gate', tone: 'quiet' },
};

/** A call that was made as planned is not done by that: it may be under way, or have failed. */
export function effectInWords({ status, verified }: Effect): Told {
  if (status !== 'Matched') return otherwise[status];
  if (verified?.outcome === 'succeeded') return { label: 'Done exactly as planned', tone: 'good' };
  const tone = verified?.outcome === 'failed' ? 'bad' : 'warn';
  return { label: `Called exactly as planned: ${verified?.outcome ?? 'unknown'}`, tone };
}
