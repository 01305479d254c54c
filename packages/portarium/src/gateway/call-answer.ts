import { errorMetaKey, reply, type ToolReply } from '@quadrivium/kernel';
import { isObject } from '@quadrivium/kernel/essentials';
import type { RunView } from '../answers/index.js';

import { isTerminal } from '../domain/run.js';

export const pendingTool = 'portarium_pending_result';

/** The run of a governed call, with what the tool answered. */
export type GovernedCall = RunView & { readonly result?: unknown };

/** What the caller of a governed tool gets: the tool's own result, why there is none, or how to ask again. */
export function callAnswer(call: GovernedCall): ToolReply {
  if (isPending(call)) return pendingOf(call);
  if (isObject(call.result)) return passedOn(call.result, call.runId);
  return call.status === 'Succeeded' ? saidOf(call) : refusalOf(call);
}

export const isPending = ({ status }: Pick<RunView, 'status'>): boolean => !isTerminal(status);

/** What this house notes beside an answer; nobody else's notes look like them. */
const own = 'portarium/';
const runKey = `${own}runId`;
/** Tells an answer that is not there yet from one of another server that looks like it. */
const pendingKey = `${own}pending`;

/** As the other server gave it: blocks, data, the mark of an error and whatever else; only the run is noted beside it. */
function passedOn(result: Readonly<Record<string, unknown>>, runId: string): ToolReply {
  const { content, structuredContent, isError, _meta, ...topLevel } = result;
  return reply({
    content: Array.isArray(content) ? (content as never[]) : [],
    ...(structuredContent === undefined ? {} : { data: structuredContent }),
    ...(Object.keys(topLevel).length === 0 ? {} : { topLevel }),
    meta: { ...notesOf(_meta), [runKey]: runId },
    isError: isError === true,
  });
}

function notesOf(meta: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(isObject(meta) ? meta : {}).filter(([key]) => !key.startsWith(own)));
}

/** Where a person did what the tool would have done, there is only what they say came of it. */
function saidOf(run: RunView): ToolReply {
  const output = run.steps[0]?.output ?? run.output;
  const meta = { [runKey]: run.runId };
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
    meta: { [runKey]: runId, [errorMetaKey]: record },
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
    meta: { [runKey]: runId, [pendingKey]: true },
  });
}
