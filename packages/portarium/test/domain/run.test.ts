import { expect, test } from 'vitest';
import { permits } from '../../src/domain/principal.js';
import { isLegalMove, isTerminal, type RunStatus, runStatuses } from '../../src/domain/run.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { mcpStatusOf } from '../../src/domain/work-item.js';
import { WorkflowDefinition, workflowJsonSchema } from '../../src/steps/workflow-definition.js';

test('the legal moves of a run are the ones of the specification, with the three it lacked', () => {
  const moves = runStatuses.flatMap((from) =>
    runStatuses.filter((to) => isLegalMove(from, to)).map((to) => `${from} > ${to}`),
  );
  for (const move of [
    'Pending > Failed',
    'WaitingForApproval > Failed',
    'Paused > Failed',
    'Running > WaitingForApproval',
  ]) {
    expect(moves).toContain(move);
  }
  for (const move of [
    'Succeeded > Running',
    'Cancelled > Running',
    'Failed > Running',
    'Pending > Succeeded',
    'WaitingForApproval > Succeeded',
  ]) {
    expect(moves).not.toContain(move);
  }
  expect(runStatuses.filter((status: RunStatus) => isTerminal(status))).toEqual(['Succeeded', 'Failed', 'Cancelled']);
});

test('auditors read and do nothing else; approvers cannot start or cancel; agents can neither decide nor cancel', () => {
  const can = (role: string, permission: Parameters<typeof permits>[1]) => permits({ roles: [role] }, permission);
  for (const permission of [
    'run:start',
    'run:cancel',
    'approval:decide',
    'work-item:write',
    'policy:write',
    'workspace:admin',
  ] as const) {
    expect(can('auditor', permission)).toBe(false);
  }
  expect([can('auditor', 'run:read'), can('auditor', 'evidence:read')]).toEqual([true, true]);
  expect([can('approver', 'run:start'), can('approver', 'run:cancel'), can('approver', 'agent:read')]).toEqual([
    false,
    false,
    true,
  ]);
  expect([can('agent', 'approval:decide'), can('agent', 'run:cancel'), can('agent', 'task:work')]).toEqual([
    false,
    false,
    true,
  ]);
  expect(can('made-up', 'run:read')).toBe(false);
});

test.each([
  ['Open', undefined, 'pending'],
  ['Blocked', undefined, 'pending'],
  ['InProgress', undefined, 'in-progress'],
  ['Resolved', 'succeeded', 'completed'],
  ['Closed', 'cancelled', 'completed'],
  ['Resolved', 'failed', 'failed'],
] as const)('a work item that is %s (%s) is %s in the words of the tool', (status, outcome, expected) => {
  expect(mcpStatusOf({ status, ...(outcome === undefined ? {} : { outcome }) })).toBe(expected);
});

test('the published JSON Schema comes from the schema that checks, and names every operation', () => {
  const text = JSON.stringify(workflowJsonSchema());
  for (const option of WorkflowDefinition.shape.actions.element.options)
    expect(text).toContain(option.shape.operation.value);
});

test('ids are unique and sort in the order they were made', () => {
  const { newId } = realSurroundings();
  const ids = Array.from({ length: 5000 }, () => newId('run'));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});
