import type { RunTimeline, RunView } from '@quadrivium/portarium/answers';
import { expect, test } from 'vitest';
import { spansOf } from '../src/pages/runs/run-spans.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 12, 0, second)).toISOString();

const line = (seq: number, second: number, type: string, links: Record<string, string>, detail: object = {}) =>
  ({
    seq,
    atIso: at(second),
    type,
    links,
    detail,
    category: 'Action',
    summary: type,
    actor: { kind: 'system', id: 'e' },
  }) as unknown as RunTimeline['entries'][number];

const call = { server: 'till', tool: 'pay' };
const entries = [
  line(1, 0, 'ApprovalRequested', { approvalId: 'apr_1' }),
  line(2, 2, 'ApprovalDecided', { approvalId: 'apr_1' }),
  line(3, 5, 'ApprovalDecided', { approvalId: 'apr_1' }),
  line(4, 6, 'IntentWritten', { stepId: 'pay' }, { ...call, attempt: 1 }),
  line(5, 8, 'RetryPlanned', { stepId: 'pay' }),
  line(6, 9, 'IntentWritten', { stepId: 'pay' }, { ...call, attempt: 2 }),
];
const run = (more: object) =>
  ({
    pendingApprovals: [],
    steps: [{ stepId: 'pay', startedAtIso: at(0) }, { stepId: 'late' }],
    ...more,
  }) as unknown as RunView;

test('steps, approvals and calls of a run have their times; what goes on has no end', () => {
  const spans = spansOf(run({}), { entries } as unknown as RunTimeline);
  expect(spans.map(({ kind, label, from, to }) => [kind, label, from, to].map(String))).toEqual(
    [
      ['step', 'pay', 0, undefined],
      // Two had to decide: it ends with the second.
      ['approval', 'waits for approval', 0, 5],
      ['call', 'till/pay', 6, 8],
      ['call', 'till/pay (attempt 2)', 9, undefined],
    ].map(([kind, label, from, to]) =>
      [kind, label, Date.parse(at(Number(from))), to === undefined ? to : Date.parse(at(Number(to)))].map(String),
    ),
  );
});

test('an approval that still waits has no end, whatever was decided about it', () => {
  const waiting = run({ pendingApprovals: [{ approvalId: 'apr_1' }] });
  const [, approval] = spansOf(waiting, { entries } as unknown as RunTimeline);
  expect(approval).toMatchObject({ kind: 'approval', to: undefined });
});
