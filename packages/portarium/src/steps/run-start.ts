import { isObject } from '../domain/json.js';
import { render } from '../domain/template.js';
import { stepKind } from './step-kind.js';

/** Starts a run of another workflow and goes on with its output when it has succeeded. */
export const runStart = stepKind<'run:start'>({
  operation: 'run:start',
  does: 'start',
  templates: ({ input }) => input ?? {},
  start: ({ workflow, input }, scope) => {
    const rendered = render(input ?? {}, scope);
    return { workflowId: workflow, input: isObject(rendered) ? rendered : {} };
  },
});
