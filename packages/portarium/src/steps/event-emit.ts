import * as z from 'zod';
import { render } from '../domain/template.js';
import { template } from '../domain/workflow.js';
import { stepKind } from './step-kind.js';

/** Tells subscribers something of the workflow's own. */
export const eventEmit = stepKind(
  'event:emit',
  { type: z.string().regex(/^[A-Za-z][\w.-]{0,99}$/), data: template.optional() },
  {
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
  },
);
