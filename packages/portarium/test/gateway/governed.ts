import {
  createRuntime,
  noAudit,
  type Operation,
  openHttpFront,
  operation,
  type ServerDefinition,
  silentLogger,
  streamableHttp,
  toolErrorProfile,
} from '@quadrivium/kernel';
import { type ConnectOptions, connect, type Mode, ServerConfig } from '@quadrivium/kernel/client';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { noConnections } from '../../src/bin/connections-file.js';
import { openPlaneWith } from '../../src/bin/open-plane.js';
import { gatewayEndpoint } from '../../src/gateway/gateway-endpoint.js';
import { authenticateByStoredKeys } from '../../src/http/authenticator.js';
import { temporaryFolder } from '../app/plane.js';
import { withUseCases } from '../app/use-cases.js';

export type Run = (args: Record<string, unknown>, context: Parameters<Operation['run']>[1]) => unknown;

/** A tool of another server that says of itself that it reads, so that nobody has to approve it outside production. */
export const tool = (name: string, run: Run, more: Partial<Operation> = {}): Operation =>
  operation({
    name,
    title: name,
    description: `Tool ${name}.`,
    effect: 'read',
    input: z.looseObject({}),
    run: run as never,
    ...more,
  } as never) as never;

/** Another MCP server on loopback. */
export async function serverOf(operations: readonly Operation[], more: Partial<ServerDefinition> = {}, port = 0) {
  const definition: ServerDefinition = {
    name: 'other',
    version: '1.0.0',
    errorProfile: toolErrorProfile,
    writes: 'open',
    masks: 'certain',
    operations,
    ...more,
  };
  const endpoint = streamableHttp(createRuntime(definition, { audit: noAudit, graceMs: 50, redact: (it) => it }));
  const front = await openHttpFront({ port, routes: { '/mcp': endpoint } });
  const close = () => front.close({ graceMs: 0, checkpointMs: 100 });
  onTestFinished(close);
  return { url: `${front.url}/mcp`, close };
}

interface GovernedOptions {
  readonly concurrentCalls?: Readonly<Record<string, number>>;
  readonly waitMs?: number;
  /** How the gateway speaks to the servers. */
  readonly protocol?: Mode;
  /** Whether calls are made from the start; `work` begins to make them. */
  readonly engine?: boolean;
  /** Servers on a pipe: the file that Node starts, and its words. */
  readonly pipes?: Readonly<Record<string, readonly string[]>>;
}

/** A gateway over a real control plane, with an agent and a person who may decide; everything over sockets. */
export async function governed(urls: Readonly<Record<string, string>>, options: GovernedOptions = {}) {
  const { pipes = {} } = options;
  const servers = Object.fromEntries([
    ...Object.entries(urls).map(
      ([name, url]) => [name, ServerConfig.parse({ type: 'http', url, protocol: options.protocol ?? 'auto' })] as const,
    ),
    ...Object.entries(pipes).map(([name, args]) => {
      const config = { type: 'stdio', command: process.execPath, args, protocol: 'legacy' };
      return [name, ServerConfig.parse(config)] as const;
    }),
  ]);
  const db = `${temporaryFolder()}/portarium.db`;
  const { concurrentCalls = {} } = options;
  const open = (how: { engine: boolean; create: boolean }) =>
    openPlaneWith({ db, attended: true, ...how }, { ...noConnections, servers, concurrentCalls });
  const opened = await open({ engine: options.engine ?? true, create: true });
  const plane = withUseCases(opened.plane);
  const { admin, secret } = await plane.initWorkspace({ workspaceId: 'ws', adminId: 'adam', environment: 'dev' });
  await plane.putPrincipal(admin, { principalId: 'bot', kind: 'agent', roles: ['agent'], onBehalfOf: 'adam' });
  await plane.putPrincipal(admin, { principalId: 'other', kind: 'agent', roles: ['agent'], onBehalfOf: 'adam' });
  const key = async (principalId: string) => (await plane.createApiKey(admin, { principalId })).secret;
  const keys: Record<string, string> = { adam: secret, bot: await key('bot'), other: await key('other') };
  onTestFinished(() => opened.close());
  /** One more gateway over the same record, which knows nothing of the first. */
  const gateway = async () => {
    const endpoint = await gatewayEndpoint(opened, { waitMs: options.waitMs ?? 60_000, log: silentLogger });
    const authenticator = authenticateByStoredKeys(plane);
    const front = await openHttpFront({ port: 0, routes: { '/mcp': endpoint }, authenticator });
    const close = () => front.close({ graceMs: 0, checkpointMs: 100 });
    onTestFinished(close);
    const as = async (name: string, how: ConnectOptions = {}) => {
      const headers = { authorization: `Bearer ${keys[name]}` };
      const made = await connect({ type: 'http', url: `${front.url}/mcp`, headers }, how);
      onTestFinished(() => made.close());
      return made;
    };
    return { as, close };
  };
  const first = await gateway();
  const work = async () => {
    const worker = await open({ engine: true, create: false });
    onTestFinished(() => worker.close());
  };
  return { plane, admin, gateway, work, ...first };
}
