import type { Connection, ConnectionInfo } from '@quadrivium/kernel/client';
import { isObject } from '@quadrivium/kernel/essentials';
import { bounds, introduced, judgeTool, parseBounded, salvage } from '@quadrivium/kernel/untrusted';
import * as z from 'zod';

export type WireTool = Awaited<ReturnType<Connection['tools']>>['tools'][number];

/** What a server said about itself and its tools when it was last asked. */
export interface Remembered {
  /** The server's name in the configuration that asked. */
  readonly name: string;
  readonly savedAt: string;
  readonly info: ConnectionInfo;
  readonly tools: readonly WireTool[];
}

const VERSION = 1;

const anyRecord = z.record(z.string(), z.unknown());
const Envelope = z.object({
  version: z.literal(VERSION),
  name: z.string().max(bounds.text.name),
  savedAt: z.iso.datetime(),
  info: z.object({
    era: z.enum(['legacy', 'modern']),
    protocolVersion: z.string().max(bounds.text.name),
    serverInfo: z.looseObject({ name: z.string(), version: z.string() }).optional(),
    capabilities: anyRecord,
    instructions: z.string().optional(),
  }),
  tools: z.array(z.unknown()).max(bounds.list.items),
});

export function rememberedText({ name, savedAt, info, tools }: Remembered): string {
  return `${JSON.stringify({ version: VERSION, name, savedAt, info, tools })}\n`;
}

/**
 * Undefined for what another version of cpe has written; throws for what nobody has. A file is no more to be trusted than the
 * server it tells of, so everything in it passes the door that answers pass.
 */
export function rememberedFrom(text: string): Remembered | undefined {
  const value = parseBounded(text);
  const version = isObject(value) ? value.version : undefined;
  if (Number.isInteger(version) && version !== VERSION) return undefined;
  const { data } = Envelope.safeParse(value);
  if (data === undefined) throw new SyntaxError('it does not hold what cpe writes');
  const { name, savedAt, info, tools } = data;
  const { serverInfo, instructions } = introduced({ serverInfo: info.serverInfo, instructions: info.instructions });
  return {
    name,
    savedAt,
    info: { ...info, capabilities: info.capabilities as ConnectionInfo['capabilities'], serverInfo, instructions },
    tools: salvage('tools/list', tools, judgeTool).items,
  };
}
