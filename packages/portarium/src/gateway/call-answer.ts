import { reply, type ToolReply } from '@quadrivium/kernel';
import { isObject } from '@quadrivium/kernel/essentials';
import type { RunView } from '../answers/index.js';

import { isTerminal } from '../domain/run.js';

export const pendingTool = 'portarium_pending_result';

/** What the caller of a governed tool gets: the tool's own result, why there is none, or how to ask again. */
export function callAnswer(run: RunView): ToolReply {
  if (run.status === 'Succeeded') return resultOf(run);
  return isTerminal(run.status) ? refusalOf(run) : pendingOf(run);
}

export const isPending = ({ status }: Pick<RunView, 'status'>): boolean => !isTerminal(status);

/** The blocks of the other server pass through as they came; plain values become JSON text. */
function resultOf(run: RunView): ToolReply {
  const output = run.steps[0]?.output ?? run.output;
  const meta = { 'portarium/runId': run.runId };
  if (isObject(output) && Array.isArray(output.content)) {
    const { content, structuredContent } = output as { content: never[]; structuredContent?: unknown };
    return reply({ content, ...(structuredContent === undefined ? {} : { data: structuredContent }), meta });
  }
  if (isObject(output)) return reply({ data: output, meta });
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null);
  return reply({ content: [{ type: 'text', text }], meta });
}

function refusalOf(run: RunView): ToolReply {
  const { runId, status, failure } = run;
  const record = {
    kind: failure?.kind ?? status,
    message: failure?.message ?? `The call was ${status.toLowerCase()}.`,
    context: { runId, status, ...(run.steps[0]?.error === undefined ? {} : { error: run.steps[0].error }) },
  };
  return reply({
    content: [{ type: 'text', text: JSON.stringify(record) }],
    isError: true,
    meta: { 'portarium/runId': runId },
  });
}

function pendingOf(run: RunView): ToolReply {
  const { runId, workspaceId, status, waitingFor, pendingApprovals } = run;
  return reply({
    data: {
      pending: true,
      runId,
      workspaceId,
      status,
      waitingFor: waitingFor ?? 'The call is under way.',
      approvals: pendingApprovals.map(({ approvalId, prompt, planDigest, expiresAtIso }) => ({
        approvalId,
        prompt,
        planDigest,
        expiresAtIso,
      })),
      next: {
        tool: pendingTool,
        arguments: { runId },
        afterMs: pendingApprovals.length > 0 ? 15_000 : 2000,
        note: 'Nothing has failed. Do something else and ask again; calling the tool again with the same arguments asks for the same result.',
      },
    },
    meta: { 'portarium/runId': runId },
  });
}
