import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';

import { redactCertain } from '../redact/index.js';
import type { SchemaIssue } from '../registry/compiled-schema.js';
import { type Operation, ToolReply } from '../registry/operation.js';
import type { CompiledOperation } from '../registry/registry.js';

type Redact = (value: unknown) => unknown;

export type CheckedReply =
  | { readonly ok: true; readonly reply: ToolReply }
  | { readonly ok: false; readonly issues: readonly SchemaIssue[] };

/** An error has no data to promise anything about, and a reply may consist of blocks alone. */
export function checkedReply(
  { output, definition }: CompiledOperation,
  outcome: unknown,
  redact: Redact,
): CheckedReply {
  const parts = outcome instanceof ToolReply ? outcome : new ToolReply({ data: outcome });
  const unchecked = output === undefined || parts.data === undefined || parts.isError;
  const checked = unchecked ? { ok: true as const, value: parts.data } : output.check(parts.data);
  return checked.ok ? { ok: true, reply: redactedReply(parts, checked.value, redact, definition) } : checked;
}

function redactedReply(parts: ToolReply, data: unknown, redact: Redact, definition: Operation): ToolReply {
  const { content, topLevel, meta, isError } = parts;
  return new ToolReply({
    data: data === undefined ? undefined : masked(data, redact, definition),
    ...(content === undefined ? {} : { content: content.map((block) => redactBlock(block, redact)) }),
    ...(topLevel === undefined ? {} : { topLevel: redact(topLevel) as Readonly<Record<string, unknown>> }),
    ...(meta === undefined ? {} : { meta: redact(meta) as Readonly<Record<string, unknown>> }),
    isError,
  });
}

/** Evidence leaves as it was kept, and a secret that was made for the caller reaches the caller. */
function masked(data: unknown, redact: Redact, { verbatim, reveals = [] }: Operation): unknown {
  if (verbatim === true) return data;
  if (verbatim === 'but-secrets') return redactCertain(data);
  const clean = redact(data);
  if (reveals.length === 0) return clean;
  const shown = reveals.map((name) => [name, (data as Record<string, unknown>)[name]]);
  return { ...(clean as object), ...Object.fromEntries(shown) };
}

/** The default is one text block holding the same JSON as `structuredContent`; a reply may bring its own blocks. */
export function encodeReply({ data, content, topLevel, meta, isError }: ToolReply): CallToolResult {
  const text = data === undefined ? [] : [{ type: 'text' as const, text: JSON.stringify(data) }];
  const result: CallToolResult = { ...topLevel, content: content === undefined ? text : [...content], isError };
  if (data !== undefined) result.structuredContent = data as NonNullable<CallToolResult['structuredContent']>;
  if (meta !== undefined) result._meta = meta as NonNullable<CallToolResult['_meta']>;
  return result;
}

/** Images and audio are opaque bytes: looking for secrets in megabytes of base64 would find only accidents. */
function redactBlock(block: ContentBlock, redact: Redact): ContentBlock {
  return block.type === 'image' || block.type === 'audio' ? block : (redact(block) as ContentBlock);
}
