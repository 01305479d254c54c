import { attempt } from '@quadrivium/kernel/essentials';
import type { EventSender } from '../../events/event-sender.js';
import type { HostResult } from '../../host/tool-host.js';
import type { AgentEvent, AgentWatcher } from '../agent-event.js';
import type { TokenUsage } from '../generator.js';

/** Reports what happens in a run to whoever collects events. */
export function eventWatcher(sender: EventSender): AgentWatcher {
  return (event) => {
    const draft = draftOf(event);
    return draft === undefined ? undefined : sender.send(draft);
  };
}

function draftOf(event: AgentEvent): Parameters<EventSender['send']>[0] | undefined {
  switch (event.type) {
    case 'thought':
      return event.text === '' ? undefined : { type: 'thought_trace', payload: event.text };
    case 'call': {
      const { call, tool, args } = event;
      const seconds = args === undefined ? undefined : tool?.timeoutSecondsOf?.(args);
      return {
        type: 'tool_call',
        toolName: tool?.title ?? call.tool,
        toolCallId: call.id,
        // A program is told as it is, arguments as JSON without spaces.
        payload:
          typeof args?.code === 'string' && tool?.timeoutSecondsOf !== undefined ? args.code : compact(call.input),
        ...(seconds === undefined ? {} : { executionTimeoutSeconds: seconds }),
      };
    }
    case 'result': {
      const { call, tool, result, durationMs } = event;
      return {
        type: 'tool_result',
        toolName: tool?.title ?? call.tool,
        toolCallId: call.id,
        payload: resultText(result),
        isError: result.isError,
        durationMs,
      };
    }
    default:
      return undefined;
  }
}

function compact(input: string): string {
  return attempt(() => JSON.stringify(JSON.parse(input)), input);
}

function resultText({ content }: HostResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}

export function reportedUsage(usage: TokenUsage) {
  return { ...usage, totalTokens: usage.inputTokens + usage.outputTokens };
}
