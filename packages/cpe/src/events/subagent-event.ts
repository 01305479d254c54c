import * as z from 'zod';

export const EVENT_TYPES = ['subagent_start', 'thought_trace', 'tool_call', 'tool_result', 'subagent_end'] as const;

/**
 * What a subagent tells while it works, one JSON object per event. Field names are those of the original, so that its
 * subagents can report to us and ours to it; `version` and what follows it are additions.
 */
export const SubagentEvent = z.object({
  subagentName: z.string().min(1).max(200),
  subagentRunId: z.string().min(1).max(200),
  timestamp: z.string(),
  type: z.enum(EVENT_TYPES),
  toolName: z.string().optional(),
  toolCallId: z.string().optional(),
  /** Arguments, the program, the text of a result, a thought, or the error a run ended with. */
  payload: z.string().optional(),
  executionTimeoutSeconds: z.number().optional(),
  reasoningType: z.string().optional(),
  tokenUsage: z
    .object({
      inputTokens: z.number(),
      outputTokens: z.number(),
      totalTokens: z.number(),
      cacheReadTokens: z.number(),
      cacheWriteTokens: z.number(),
    })
    .partial()
    .optional(),
  /** What the run cost in dollars, where its model has a price. */
  costUsd: z.number().min(0).optional(),
  version: z.number().optional(),
  /** Counts the events of one run from 1. */
  seq: z.int().min(1).optional(),
  parentRunId: z.string().max(200).optional(),
  /** 1 for a subagent that the root called. */
  depth: z.int().min(0).optional(),
  isError: z.boolean().optional(),
  durationMs: z.number().optional(),
});

export type SubagentEvent = z.output<typeof SubagentEvent>;

/**
 * Tells runs apart. A run's id alone does not: models like to hand the same one on to the agents they call, and ids are
 * only made different within one process.
 */
export function runKeyOf({ depth, parentRunId, subagentName, subagentRunId }: SubagentEvent): string {
  return JSON.stringify([depth, parentRunId, subagentName, subagentRunId]);
}

export const EVENT_VERSION = 1;
/** Bodies beyond this are refused, so senders shorten before. */
export const MAX_EVENT_BYTES = 1024 * 1024;
