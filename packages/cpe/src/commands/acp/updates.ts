import type { SessionUpdate, ToolCallContent, ToolKind } from '@agentclientprotocol/sdk';
import type { AgentEvent } from '../../agent/agent-event.js';
import type { CallBlock, Message, ResultBlock } from '../../agent/dialog.js';
import type { AgentTool } from '../../agent/tools/agent-tool.js';
import type { HostPart } from '../../host/tool-host.js';
import { progressText } from '../progress-bar.js';

/** What an editor shows of an event of a run; undefined for what it does not show. */
export function updateOf(event: AgentEvent): SessionUpdate | undefined {
  switch (event.type) {
    case 'text':
      return { sessionUpdate: 'agent_message_chunk', content: textContent(event.delta) };
    case 'thought':
      return { sessionUpdate: 'agent_thought_chunk', content: textContent(event.text) };
    case 'call':
      return {
        sessionUpdate: 'tool_call',
        ...callFacts(event.call, event.tool),
        rawInput: event.args,
        status: 'in_progress',
      };
    case 'progress':
      return {
        sessionUpdate: 'tool_call_update',
        toolCallId: event.call.id,
        status: 'in_progress',
        content: shown([{ type: 'text', text: progressText(event.progress) }]),
      };
    case 'result':
      return {
        sessionUpdate: 'tool_call_update',
        toolCallId: event.call.id,
        status: event.result.isError ? 'failed' : 'completed',
        content: shown(event.result.content),
      };
    case 'retry':
      return notice(`${event.reason} Trying again in ${Math.round(event.waitMs / 100) / 10} s.`);
    case 'notice':
      return notice(event.text);
    default:
      return undefined;
  }
}

/** Something that the person may want to know. */
export function notice(title: string): SessionUpdate {
  return { sessionUpdate: 'notice', severity: 'info', title };
}

/** For an editor that knows no notices: beside the answer, and not in it. */
export function asThought(update: SessionUpdate): SessionUpdate {
  if (update.sessionUpdate !== 'notice') return update;
  return { sessionUpdate: 'agent_thought_chunk', content: textContent(`note: ${update.title}\n`) };
}

function callFacts({ id, tool: name }: CallBlock, tool: AgentTool | undefined) {
  return { toolCallId: id, title: tool?.title ?? name, name, kind: kindOf(tool) };
}

function kindOf(tool: AgentTool | undefined): ToolKind {
  return tool?.readOnly === true ? 'read' : 'other';
}

function shown(parts: readonly HostPart[]): ToolCallContent[] {
  return parts.map((part) => ({ type: 'content', content: contentOf(part) }));
}

function contentOf(part: HostPart) {
  if (part.type === 'image') return { type: 'image' as const, data: part.data, mimeType: part.mimeType };
  if (part.type === 'audio') return { type: 'audio' as const, data: part.data, mimeType: part.mimeType };
  return textContent(part.type === 'text' ? part.text : (part.text ?? `[resource ${part.uri}]`));
}

function textContent(text: string) {
  return { type: 'text' as const, text };
}

/** A conversation from before, as it would have been shown then. */
export function replayOf(dialog: readonly Message[]): SessionUpdate[] {
  const results = new Map(
    dialog.flatMap((message) => (message.role === 'tool' ? message.blocks.map((block) => [block.id, block]) : [])) as [
      string,
      ResultBlock,
    ][],
  );
  return dialog.flatMap((message) => updatesOf(message, results));
}

function updatesOf(message: Message, results: ReadonlyMap<string, ResultBlock>): SessionUpdate[] {
  if (message.role === 'tool') return [];
  const sessionUpdate = message.role === 'user' ? 'user_message_chunk' : 'agent_message_chunk';
  return message.blocks.flatMap((block): SessionUpdate[] => {
    if (block.type === 'text') return [{ sessionUpdate, content: textContent(block.text) }];
    if (block.type !== 'call') return [];
    const result = results.get(block.id);
    const status = result === undefined || result.isError ? 'failed' : 'completed';
    const texts = (result?.content ?? []).flatMap((part) => (part.type === 'text' ? [part] : []));
    return [{ sessionUpdate: 'tool_call', ...callFacts(block, undefined), status, content: shown(texts) }];
  });
}
