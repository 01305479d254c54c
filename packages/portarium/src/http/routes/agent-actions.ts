import * as z from 'zod';
import { RunAnswer, StartRunAnswer } from '../../client/answers.js';
import { conflict } from '../../faults.js';
import { defineRoute } from '../route.js';
import { given, json, longText, text } from './fields.js';

const tag = 'Agent actions';

/** The gateway's twin for agents that speak REST: propose a call, have it decided, read the result. */
export const agentActionRoutes = [
  defineRoute({
    method: 'POST',
    path: '/agent-actions:propose',
    operationId: 'proposeAgentAction',
    summary: 'Propose one tool call; policy runs it, asks a person, or refuses',
    tag,
    body: z.strictObject({ server: text, tool: text, arguments: json.optional(), prompt: longText.optional() }),
    keyed: true,
    status: 201,
    answer: StartRunAnswer,
    run: ({ plane, caller, keyed, body: { server, tool, ...rest } }) =>
      plane.proposeCall(caller, { server, tool, ...given(rest), ...keyed }),
  }),
  defineRoute({
    method: 'POST',
    path: '/agent-actions/{approvalId}/execute',
    operationId: 'executeAgentAction',
    summary: 'The run of an approved action; what was approved is carried out by itself, exactly once',
    tag,
    answer: RunAnswer,
    async run({ plane, caller, params, signal }) {
      const approval = await plane.getApproval(caller, params.approvalId);
      if (approval.status === 'Pending')
        throw conflict('This action is not approved yet.', {
          approvalId: approval.approvalId,
          status: approval.status,
        });
      return plane.waitForRun(caller, approval.runId, { timeoutMs: 20_000, signal });
    },
  }),
];
