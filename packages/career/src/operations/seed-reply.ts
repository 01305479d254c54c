import { reply, type ToolReply } from '@quadrivium/kernel';

/** The seed puts a tool's keys at the top of the result; clients of today read `structuredContent`. Both get them. */
export function seedReply<Data extends object>(data: Data): ToolReply<Data> {
  return reply({ data, topLevel: data as Record<string, unknown> });
}
