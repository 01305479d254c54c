import type { AgentEvent } from '../agent/agent-event.js';

/** An event as programs read it: plain JSON, with the names of tools instead of the tools. */
export function eventRecord(event: AgentEvent): object {
  switch (event.type) {
    case 'call':
      return {
        type: 'tool_call',
        id: event.call.id,
        tool: event.tool?.title ?? event.call.tool,
        input: event.call.input,
      };
    case 'progress':
      return { type: 'progress', id: event.call.id, ...event.progress };
    case 'result': {
      const { content, isError } = event.result;
      const tool = event.tool?.title ?? event.call.tool;
      return { type: 'tool_result', id: event.call.id, tool, isError, content, durationMs: event.durationMs };
    }
    case 'step':
      return { type: 'step', ending: event.step.ending, usage: event.usage };
    default:
      return event;
  }
}
