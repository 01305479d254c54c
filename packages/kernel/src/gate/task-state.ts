import type { CallToolResult } from '@modelcontextprotocol/server';

import type { Fault } from '../fault.js';
import type { CompiledOperation } from '../registry/registry.js';
import type { TaskFacts, TaskState } from '../registry/task.js';
import type { TaskRecord } from '../task/task-record.js';
import type { GateSettings } from './call.js';
import { invalidOutput, unknownTool } from './faults.js';
import { redactFault } from './redact-fault.js';
import { checkedReply, encodeReply } from './result.js';
import { taskError } from './task-error.js';

/** A task in its keeper's words as the wire tells it: results and faults look as if the call had been waited for. */
export function encodeState(state: TaskState, settings: GateSettings): TaskRecord {
  if (state.status === 'completed') return completed(state, settings);
  return state.status === 'failed' ? failed(state, state.fault, settings) : state;
}

function completed({ outcome, ...facts }: TaskState & { status: 'completed' }, settings: GateSettings): TaskRecord {
  const tool = settings.registry.operation(facts.tool);
  if (tool === undefined) return failed(facts, unknownTool(facts.tool), settings);
  const checked = checkedReply(tool, outcome, settings.redactAnswer);
  if (checked.ok) return { ...facts, result: encodeReply(checked.reply) };
  return failed(facts, invalidOutput(facts.tool, checked.issues), settings);
}

function failed(facts: TaskFacts, fault: Fault, settings: GateSettings): TaskRecord {
  const { taskId, tool, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs, progress } = facts;
  const told: TaskFacts = {
    ...{ taskId, tool, createdAt, lastUpdatedAt, ttlMs },
    ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
    ...(progress === undefined ? {} : { progress }),
    statusMessage: facts.statusMessage ?? fault.message,
  };
  try {
    return { ...told, status: 'completed', result: profiled(tool, fault, settings) };
  } catch (error) {
    return { ...told, status: 'failed', error: taskError(error) };
  }
}

function profiled(tool: CompiledOperation['name'], fault: Fault, settings: GateSettings): CallToolResult {
  const clean = redactFault(fault, settings.redact);
  return settings.errorProfile.encode({ cause: 'failed', tool, fault: clean, protocolVersion: '2026-07-28' });
}
