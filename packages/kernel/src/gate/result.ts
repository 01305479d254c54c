import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';

import type { SchemaIssue } from '../registry/compiled-schema.js';
import type { CompiledTool } from '../registry/registry.js';
import { ToolReply } from '../registry/tool.js';

type Redact = (value: unknown) => unknown;

export type CheckedReply =
  | { readonly ok: true; readonly result: CallToolResult }
  | { readonly ok: false; readonly issues: readonly SchemaIssue[] };

/** An error has no data to promise anything about, and a reply may consist of blocks alone. */
export function checkedReply({ output }: CompiledTool, outcome: unknown, redact: Redact): CheckedReply {
  const parts = outcome instanceof ToolReply ? outcome : new ToolReply({ data: outcome });
  const unchecked = output === undefined || parts.data === undefined || parts.isError;
  const checked = unchecked ? { ok: true as const, value: parts.data } : output.check(parts.data);
  return checked.ok ? { ok: true, result: encodeReply(parts, checked.value, redact) } : checked;
}

/** The default is one text block holding the same JSON as `structuredContent`; a reply may bring its own blocks. */
function encodeReply(parts: ToolReply, data: unknown, redact: Redact): CallToolResult {
  const clean = data === undefined ? undefined : redact(data);
  const result: CallToolResult = {
    ...(parts.topLevel === undefined ? {} : (redact(parts.topLevel) as object)),
    content: contentOf(parts, clean, redact),
    isError: parts.isError,
  };
  if (clean !== undefined) result.structuredContent = clean as NonNullable<CallToolResult['structuredContent']>;
  if (parts.meta !== undefined) result._meta = redact(parts.meta) as NonNullable<CallToolResult['_meta']>;
  return result;
}

function contentOf(parts: ToolReply, clean: unknown, redact: Redact): ContentBlock[] {
  if (parts.content !== undefined) return parts.content.map((block) => redactBlock(block, redact));
  return clean === undefined ? [] : [{ type: 'text', text: JSON.stringify(clean) }];
}

/** Images and audio are opaque bytes: looking for secrets in megabytes of base64 would find only accidents. */
function redactBlock(block: ContentBlock, redact: Redact): ContentBlock {
  return block.type === 'image' || block.type === 'audio' ? block : (redact(block) as ContentBlock);
}
