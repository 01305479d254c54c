import { parseBounded } from '@quadrivium/kernel/untrusted';
import type { GuestToolError, Settled } from '../execution/executor.js';
import type { HostPart, HostResult, HostTool } from '../tools/host-tool.js';

/** What a call gives a program: what the declaration promised, or an error. */
export function guestValue(tool: HostTool, result: HostResult): Settled {
  if (result.isError) return { ok: false, error: errorOf(tool, result) };
  if (tool.outputSchema === undefined) return { ok: true, value: textOf(result.content) };
  if (result.structuredContent !== undefined) return { ok: true, value: result.structuredContent };
  return parsed(tool, textOf(result.content));
}

/** The whole result. Only what never became a result is an error. */
export function rawValue(tool: HostTool, result: HostResult): Settled {
  const { content, structuredContent, isError, failure } = result;
  if (failure !== undefined && failure.kind !== 'ToolFailed') return { ok: false, error: errorOf(tool, result) };
  return { ok: true, value: { content, isError, ...(structuredContent === undefined ? {} : { structuredContent }) } };
}

export function textOf(content: readonly HostPart[]): string {
  return content.map(partText).join('\n');
}

function partText(part: HostPart): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'resource') return part.text ?? `[resource ${part.uri}; use .raw() to get it]`;
  return `[${part.type} ${part.mimeType}; use .raw() to get it]`;
}

/** Some servers declare an output schema and send its JSON as text only. */
function parsed(tool: HostTool, text: string): Settled {
  try {
    return { ok: true, value: parseBounded(text) };
  } catch {
    const message = `The tool declares an output schema but sent no structured content: ${text.slice(0, 500)}`;
    return { ok: false, error: { server: tool.server, tool: tool.name, kind: 'NoStructuredContent', message } };
  }
}

function errorOf({ server, name }: HostTool, { content, failure, structuredContent }: HostResult): GuestToolError {
  const message = textOf(content) || failure?.message || 'The tool reports a failure without a word.';
  const structured = structuredContent === undefined ? {} : { structured: structuredContent };
  return { server, tool: name, kind: failure?.kind ?? 'ToolFailed', message, ...structured };
}
