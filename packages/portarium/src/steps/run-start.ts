import { isObject } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { idOf } from '../domain/ids.js';

import { render } from '../domain/template.js';
import { template } from '../domain/workflow.js';
import { stepKind } from './step-kind.js';

/** Starts a run of another workflow and goes on with its output when it has succeeded. */
export const runStart = stepKind(
  'run:start',
  {
    workflow: z.string().min(1).describe('Id of an active workflow; the step waits for the end of its run'),
    input: z.record(z.string(), template).optional(),
  },
  {
    does: 'start',
    templates: ({ input }) => input ?? {},
    start: ({ workflow, input }, scope) => {
      const rendered = render(input ?? {}, scope);
      return { workflowId: idOf(workflow), input: isObject(rendered) ? rendered : {} };
    },
  },
);
