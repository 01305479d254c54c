import type { RunView as Run, RunTimeline as Timeline } from '@quadrivium/portarium/answers';

/** Something that took its time in a run: a step, a call it made, or an approval it waited for. */
export interface Span {
  readonly key: string;
  readonly kind: 'step' | 'call' | 'approval';
  readonly label: string;
  readonly from: number;
  /** Absent while it goes on. */
  readonly to?: number | undefined;
  /** Number of the evidence it began with. */
  readonly seq?: number;
  readonly approvalId?: string;
}

/** Some servers begin the names of their tools with their own. */
const toolOf = (server = '', tool = ''): string => (tool.startsWith(`${server}/`) ? tool : `${server}/${tool}`);

type Line = Timeline['entries'][number];

const endsCall = new Set([
  'OutcomeRecorded',
  'OutcomeUnknown',
  'AttemptAbandoned',
  'RetryPlanned',
  'StepFailed',
  'CompensationFailed',
]);
const endsApproval = new Set(['ApprovalDecided', 'ApprovalExpired', 'ApprovalClosed', 'ApprovalSuperseded']);

/** What happened when, as it stands in the evidence: steps in the order they began, each with its calls behind it. */
export function spansOf(run: Run, { entries }: Timeline): readonly Span[] {
  const calls = entries.filter(({ type }) => type === 'IntentWritten').map((line) => callSpan(line, entries));
  const approvals = entries
    .filter(({ type }) => type === 'ApprovalRequested')
    .map((line) => approvalSpan(run, line, entries));
  const steps = run.steps.flatMap(({ stepId, startedAtIso, endedAtIso }): Span[] =>
    startedAtIso === undefined
      ? []
      : [
          {
            key: stepId,
            kind: 'step',
            label: stepId,
            from: Date.parse(startedAtIso),
            to: timeOf(endedAtIso ?? run.endedAtIso),
          },
        ],
  );
  const rank = { step: 0, approval: 1, call: 2 };
  return [...steps, ...approvals, ...calls].sort(
    (one, other) => one.from - other.from || rank[one.kind] - rank[other.kind],
  );
}

const timeOf = (iso: string | undefined): number | undefined => (iso === undefined ? undefined : Date.parse(iso));

function callSpan(line: Line, entries: readonly Line[]): Span {
  const { stepId = '' } = line.links;
  const end = entries.find(({ seq, type, links }) => seq > line.seq && links.stepId === stepId && endsCall.has(type));
  const { server, tool, attempt } = line.detail as { server?: string; tool?: string; attempt?: number };
  const again = (attempt ?? 1) > 1 ? ` (attempt ${attempt})` : '';
  return { key: `call ${line.seq}`, kind: 'call', label: `${toolOf(server, tool)}${again}`, ...times(line, end) };
}

/** Several may have to decide; it ends with the last word on it. */
function approvalSpan({ pendingApprovals }: Run, line: Line, entries: readonly Line[]): Span {
  const { approvalId = '' } = line.links;
  const open = pendingApprovals.some((pending) => pending.approvalId === approvalId);
  const end = entries.findLast(({ type, links }) => links.approvalId === approvalId && endsApproval.has(type));
  return {
    key: approvalId,
    kind: 'approval',
    label: 'waits for approval',
    approvalId,
    ...times(line, open ? undefined : end),
  };
}

const times = (line: Line, end: Line | undefined) => ({
  seq: line.seq,
  from: Date.parse(line.atIso),
  to: timeOf(end?.atIso),
});
