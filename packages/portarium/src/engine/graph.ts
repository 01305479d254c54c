import type { Scope } from '../domain/expression.js';
import { parseExpression, stepsReadBy } from '../domain/expression.js';
import type { Run } from '../domain/run.js';
import { isStepDone, outputOf, type Step } from '../domain/step.js';
import { isoTime } from '../domain/surroundings.js';
import { expressionsIn } from '../domain/template.js';
import type { Action, WorkflowDefinition } from '../domain/workflow.js';
import { kindOf } from '../steps/index.js';

/** By `order` where it is given, otherwise as written. */
export function orderedActions({ actions }: WorkflowDefinition): readonly Action[] {
  const placed = actions.map((action, i) => ({ action, order: action.order ?? i + 1 }));
  return placed.sort((a, b) => a.order - b.order).map(({ action }) => action);
}

/** What a step waits for: what it names, or the one before it. */
export function dependenciesOf(action: Action, actions: readonly Action[]): readonly string[] {
  if (action.dependsOn !== undefined) return action.dependsOn;
  const before = actions[actions.indexOf(action) - 1];
  return before === undefined ? [] : [before.actionId];
}

/** What expressions can see. Steps that have not ended have no output yet. */
export function scopeOf(run: Run, steps: readonly Step[], item?: Step['item']): Scope {
  const ended = steps.filter(({ item: member, state }) => member === undefined && isStepDone(state));
  const outputs = ended.map((step) => [step.stepId, { output: outputOf(step), state: step.state }] as const);
  const { runId, workflowId, workflowVersion, initiatedBy, correlationId, createdAt } = run;
  return {
    input: run.input,
    steps: Object.fromEntries(outputs),
    run: { runId, workflowId, workflowVersion, initiatedBy, correlationId, createdAtIso: isoTime(createdAt) },
    ...(item === undefined ? {} : { item: item.value, index: item.index }),
  };
}

/** The steps whose outputs an action needs before its arguments are known. */
export function readsOf(action: Action): readonly string[] {
  const conditions = [action.when, action.forEach].filter((text) => text !== undefined);
  const templates = expressionsIn(kindOf(action).templates(action));
  return [
    ...conditions.flatMap((text) => stepsReadBy(parseExpression(text))),
    ...templates.flatMap(({ expression }) => stepsReadBy(expression)),
  ];
}
