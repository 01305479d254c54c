import { evaluate, parseExpression, truthy } from '../domain/expression.js';
import { render, renderString } from '../domain/template.js';
import { failed, stepKind } from './step-kind.js';

/** Waits for a duration or until a time. The wait is a number in the database; nothing ticks meanwhile. */
export const timerWait = stepKind<'timer:wait'>({
  operation: 'timer:wait',
  does: 'settle',
  templates: ({ durationMs, untilIso }) => ({ durationMs: durationMs ?? '', untilIso: untilIso ?? '' }),
  async enter({ tx, action, scope }) {
    const { durationMs, untilIso } = action;
    const availableAt =
      untilIso === undefined
        ? tx.now + Number(typeof durationMs === 'string' ? renderString(durationMs, scope) : durationMs)
        : Date.parse(renderString(untilIso, scope));
    if (!Number.isFinite(availableAt))
      return failed('InvalidTime', 'The step does not say how long or until when to wait.');
    return { state: 'WaitingForTimer', availableAt };
  },
});

/** Tells subscribers something of the workflow's own. */
export const eventEmit = stepKind<'event:emit'>({
  operation: 'event:emit',
  does: 'settle',
  templates: ({ data }) => data ?? null,
  async enter({ tx, run, step, action, scope }) {
    const data = render(action.data ?? {}, scope);
    tx.emit({
      type: `workflow.${action.type}`,
      subject: `runs/${run.runId}`,
      correlationId: run.correlationId,
      runId: run.runId,
      actionId: step.actionId,
      data: { value: data },
    });
    return { state: 'Succeeded', output: { emitted: action.type } };
  },
});

/** Decides something once, so that later steps can refer to it by name. */
export const flowCondition = stepKind<'flow:condition'>({
  operation: 'flow:condition',
  does: 'settle',
  templates: ({ expression }) => `{{ ${expression} }}`,
  async enter({ action, scope }) {
    const value = truthy(evaluate(parseExpression(action.expression), scope));
    if (!value && action.otherwise === 'fail')
      return failed('ConditionFalse', `The condition "${action.expression}" is false.`);
    return { state: 'Succeeded', output: { value } };
  },
});
