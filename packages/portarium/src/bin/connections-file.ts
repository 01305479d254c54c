/** The operator's file about the outside world: MCP servers by name, hosts that steps may reach, credentials for them. */
import { readFile } from 'node:fs/promises';
import { Fault, registerSecret } from '@quadrivium/kernel';
import { ServerConfig } from '@quadrivium/kernel/client';
import * as z from 'zod';

const name = z.string().regex(/^[A-Za-z][\w-]{0,62}$/, 'letters, digits, - and _');
const servers = z.record(name, ServerConfig);

export interface Connections {
  readonly servers: Readonly<Record<string, ServerConfig>>;
  readonly allowedHosts: readonly string[];
  readonly credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const noConnections: Connections = { servers: {}, allowedHosts: [], credentials: {} };

const ConnectionsFile: z.ZodType<Connections> = z.union([
  z.strictObject({
    servers: servers.default({}),
    allowedHosts: z.array(z.string().min(1)).default([]).describe('Hosts of http:call; *.example.com for all below'),
    credentials: z
      .record(name, z.record(z.string(), z.string()))
      .default({})
      .describe('Headers by name; env:NAME and file:PATH stand for what is kept there'),
  }),
  servers.transform((only) => ({ ...noConnections, servers: only })),
]);
export async function readConnections(path: string): Promise<Connections> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Fault('BadConfiguration', `${path} cannot be read as JSON.`, { cause });
  }
  const parsed = ConnectionsFile.safeParse(value);
  if (!parsed.success) throw new Fault('BadConfiguration', `${path} is not valid: ${z.prettifyError(parsed.error)}`);
  const { credentials, ...rest } = parsed.data;
  const resolved = await Promise.all(
    Object.entries(credentials).map(async ([key, headers]) => [key, await resolvedTexts(headers)] as const),
  );
  return { ...rest, servers: await resolvedServers(rest.servers), credentials: Object.fromEntries(resolved) };
}

async function resolvedServers(found: Connections['servers']): Promise<Connections['servers']> {
  const entries = await Promise.all(
    Object.entries(found).map(async ([key, config]) => {
      if (config.type === 'stdio') return [key, { ...config, env: await resolvedTexts(config.env) }] as const;
      return [key, { ...config, headers: await resolvedTexts(config.headers) }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** What comes from the environment or a file is a secret, and masked from then on wherever it turns up. */
async function resolvedTexts(texts: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const entries = await Promise.all(
    Object.entries(texts).map(async ([key, text]) => [key, await resolvedText(text)] as const),
  );
  return Object.fromEntries(entries);
}

async function resolvedText(text: string): Promise<string> {
  const [, prefix = '', source, place = ''] = /^(Bearer |Basic )?(env|file):(.+)$/.exec(text) ?? [];
  if (source === undefined) return text;
  const secret = source === 'env' ? process.env[place] : (await readFile(place, 'utf8')).trim();
  if (secret === undefined || secret === '')
    throw new Fault('BadConfiguration', `${source}:${place} holds nothing.`, { context: { source, place } });
  registerSecret(secret);
  return `${prefix}${secret}`;
}
