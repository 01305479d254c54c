/** The operator's file about the outside world: MCP servers by name, hosts that steps may reach, credentials for them. */
import { readFile } from 'node:fs/promises';
import { Fault, registerSecret } from '@quadrivium/kernel';
import { ServerConfig } from '@quadrivium/kernel/client';
import { isObject } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { NoticeSettings } from '../app/notices/notice-settings.js';
import type { Credential } from '../steps/http-caller.js';
import { readOperatorsFile } from './operators-file.js';

const name = z.string().regex(/^[A-Za-z][\w-]{0,62}$/, 'letters, digits, - and _');
const servers = z.record(name, ServerConfig);

export interface Connections {
  readonly servers: Readonly<Record<string, ServerConfig>>;
  /** Servers whose word about their own tools counts (true) or does not (false), in every environment. */
  readonly trustAnnotations?: Readonly<Record<string, boolean>>;
  /** How many calls of a server may be under way at once; the others wait for their turn. */
  readonly concurrentCalls?: Readonly<Record<string, number>>;
  /** How many runs of a workflow may be open at once in one process. */
  readonly concurrentRuns?: Readonly<Record<string, number>>;
  readonly allowedHosts: readonly string[];
  /** Hosts that webhooks may reach although they are on this machine or in a private network. */
  readonly webhookHosts?: readonly string[];
  readonly credentials: Readonly<Record<string, Credential>>;
  /** How people are told; see `portarium notice`. */
  readonly notices?: NoticeSettings | undefined;
}

export const noConnections: Connections = { servers: {}, allowedHosts: [], credentials: {} };

const hostNames = z.array(z.string().min(1));

const CredentialEntry = z.strictObject({
  headers: z.record(z.string(), z.string()).describe('env:NAME and file:PATH stand for what is kept there'),
  hosts: hostNames
    .min(1)
    .describe(
      'The only hosts it is sent to, over https; host:port for another port, http://host where in the clear is meant, *.example.com for all below',
    ),
  workspaces: z.array(z.string().min(1)).min(1).describe('The only workspaces whose runs may use it; * for all'),
});

export const ConnectionsFile: z.ZodType<Connections> = z.union([
  z.strictObject({
    servers: servers.default({}).describe('MCP servers that runs may call, by a name of yours'),
    trustAnnotations: z
      .record(name, z.boolean())
      .default({})
      .describe('Servers whose word about their own tools counts, or does not, in every environment'),
    concurrentCalls: z
      .record(z.string().min(1), z.int().min(1))
      .default({})
      .describe('Calls under way at once, by server or by host of http:call; 32 where nothing is said'),
    concurrentRuns: z
      .record(z.string().min(1), z.int().min(1))
      .default({})
      .describe('Runs open at once in one process, by workflow'),
    webhookHosts: hostNames
      .default([])
      .describe('Hosts that webhooks may reach although their addresses are private; *.example.com for all below'),
    allowedHosts: hostNames.default([]).describe('Hosts of http:call; *.example.com for all below'),
    credentials: z
      .record(name, CredentialEntry)
      .default({})
      .describe('What http:call may add to its requests, by name'),
    notices: NoticeSettings.optional().describe('How people are told: see the notices file'),
  }),
  servers.transform((only) => ({ ...noConnections, servers: only })),
]);

export async function readConnections(path: string): Promise<Connections> {
  const { credentials, ...rest } = await readOperatorsFile(path, ConnectionsFile, (value) => {
    refuseUnbound(path, value);
    refuseOtherHosts(path, value);
  });
  const resolved = await Promise.all(
    Object.entries(credentials).map(async ([key, { headers, ...bounds }]) => {
      return [key, { ...bounds, headers: await resolvedTexts(headers) }] as const;
    }),
  );
  return {
    ...rest,
    servers: await resolvedServers(rest.servers),
    credentials: Object.fromEntries(resolved),
    notices: await resolvedNotices(rest.notices ?? {}),
  };
}

/** What such files looked like before: a credential that any templated address could be sent. */
function refuseUnbound(path: string, value: unknown): void {
  const { credentials } = isObject(value) ? value : {};
  const unbound = Object.entries(isObject(credentials) ? credentials : {}).filter(
    ([, entry]) => isObject(entry) && !('headers' in entry && 'hosts' in entry && 'workspaces' in entry),
  );
  if (unbound.length === 0) return;
  const names = unbound.map(([key]) => key).join(', ');
  throw new Fault('BadConfiguration', `${path}: these credentials are not bound to hosts and workspaces: ${names}.`, {
    suggestion: 'Write { "headers": { … }, "hosts": ["crm.example.com"], "workspaces": ["main"] } for each of them.',
  });
}

/** Files of other hosts are much alike, and yet cannot be taken as they are: a variable in them would be sent as it stands. */
function refuseOtherHosts(path: string, value: unknown): void {
  if (!isObject(value) || !isObject(value.mcpServers)) return;
  throw new Fault('BadConfiguration', `${path} is written for another host: it has mcpServers, not servers.`, {
    context: { servers: Object.keys(value.mcpServers) },
    suggestion:
      'Call it "servers", give each its "type" ("stdio", "http" or "sse"), and write "env:NAME" for a variable.',
  });
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

export async function resolvedNotices({ smtp, slack, ...rest }: NoticeSettings): Promise<NoticeSettings> {
  const password = smtp?.password === undefined ? {} : { password: await resolvedText(smtp.password) };
  // Also one that stands in the file as it is.
  if (password.password !== undefined) registerSecret(password.password);
  const { signingSecret } = slack ?? {};
  const signing = signingSecret === undefined ? {} : { signingSecret: await resolvedText(signingSecret) };
  return {
    ...rest,
    ...(smtp === undefined ? {} : { smtp: { ...smtp, ...password } }),
    ...(slack === undefined ? {} : { slack: { ...signing, places: await resolvedTexts(slack.places) } }),
  };
}

/** `env:NAME` and `file:PATH` stand for what is kept there. */
export async function resolvedText(text: string): Promise<string> {
  const [, prefix = '', source, place = ''] = /^(Bearer |Basic )?(env|file):(.+)$/.exec(text) ?? [];
  if (source === undefined) return text;
  const secret = source === 'env' ? process.env[place] : (await readFile(place, 'utf8')).trim();
  if (secret === undefined || secret === '')
    throw new Fault('BadConfiguration', `${source}:${place} holds nothing.`, { context: { source, place } });
  registerSecret(secret);
  return `${prefix}${secret}`;
}
