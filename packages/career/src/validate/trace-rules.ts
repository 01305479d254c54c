import type { Finding } from './rule.js';

/** What opens a run in a trace, and what ends it. A failure is an end as good as a success. */
export const runEnds: Readonly<Record<string, readonly string[]>> = {
  RunStarted: ['RunCompleted', 'RunFailed'],
  IngestStarted: ['IngestCompleted', 'IngestFailed'],
  IndexBuildStarted: ['IndexBuildCompleted', 'IndexBuildFailed'],
};

export const traceRule = {
  id: 'TRACE-001',
  version: '1.0.0',
  severity: 'WARN',
  title: 'Every run has an end',
  overridable: false,
} as const;

/** A run that was begun and never ended: the process died, or is still at it. */
export interface OpenRun {
  readonly traceId: string;
  readonly started: string;
  readonly since: string;
}

export function openRunFinding({ traceId, started, since }: OpenRun): Finding {
  return {
    rule_id: traceRule.id,
    severity: traceRule.severity,
    message: `${started} of ${since} in trace ${traceId} has no end.`,
    evidence_refs: [traceId],
  };
}
