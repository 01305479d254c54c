import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHttpFront } from '@quadrivium/kernel';
import { ServerConfig } from '@quadrivium/kernel/client';
import { vi } from 'vitest';
import { noConnections } from '../../src/bin/connections-file.js';
import { openPlaneWith } from '../../src/bin/open-plane.js';
import { gatewayEndpoint } from '../../src/gateway/gateway-endpoint.js';
import { authenticateByStoredKeys } from '../../src/http/authenticator.js';
import { httpService } from '../../src/http/service.js';
import type { RestateOptions } from '../../src/restate/open-restate.js';
import { withUseCases } from '../app/use-cases.js';
import { recordingServer } from './recording-server.js';

/** Who takes part in the scenarios of the specification. */
const people = [
  { principalId: 'alice', kind: 'user', roles: ['operator'] },
  { principalId: 'bob', kind: 'user', roles: ['approver'] },
  { principalId: 'carol', kind: 'user', roles: ['approver'] },
  { principalId: 'zoe', kind: 'user', roles: ['auditor'] },
  { principalId: 'both', kind: 'user', roles: ['operator', 'approver'] },
  { principalId: 'bot-1', kind: 'agent', roles: ['agent'], onBehalfOf: 'alice' },
  { principalId: 'bot-2', kind: 'agent', roles: ['agent'], onBehalfOf: 'carol' },
] as const;

/** The fields of answers that scenarios look at; each answer has some of them. */
export interface Body {
  readonly runId: string;
  readonly status: string;
  readonly pendingApprovals: readonly {
    readonly approvalId: string;
    readonly planDigest: string;
    readonly plan: readonly { readonly tool: string; readonly arguments: unknown }[];
  }[];
  readonly items: readonly unknown[];
  readonly nextCursor?: string;
  readonly initiatedByUserId: string;
  readonly replayed: boolean;
  readonly planId: string;
  readonly diff: unknown;
  readonly valid: boolean;
  readonly created: boolean;
  readonly secret: string;
  readonly keyId: string;
  readonly code: string;
  readonly errors: unknown;
}

type Name = (typeof people)[number]['principalId'] | 'adam' | 'eve';

export const flagship = {
  workflowId: 'notes',
  name: 'Read, ask, write, close',
  executionTier: 'Auto',
  actions: [
    {
      actionId: 'read',
      operation: 'mcp:call',
      server: 'notes',
      tool: 'notes_read',
      arguments: { topic: '{{ input.topic }}' },
    },
    {
      actionId: 'write',
      operation: 'mcp:call',
      server: 'notes',
      tool: 'notes_write',
      executionTierOverride: 'HumanApprove',
      arguments: { topic: '{{ input.topic }}', text: '{{ steps.read.output.notes[0] }}' },
    },
    { actionId: 'close', operation: 'work-item:create', title: 'Look at the note' },
  ],
};

/** A control plane on a real file, a downstream MCP server, and everything this package serves, over real sockets. */
export async function world(database?: string, restate?: RestateOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-'));
  const db = database ?? join(folder, 'portarium.db');
  const notes = await recordingServer();
  const servers = { notes: ServerConfig.parse({ type: 'http', url: notes.url }) };
  const connections = join(folder, 'connections.json');
  writeFileSync(connections, JSON.stringify({ servers }));
  const opened = await openPlaneWith(
    { db, engine: true, create: true, attended: true, ...(restate === undefined ? {} : { restate }) },
    { ...noConnections, servers },
  );
  const plane = withUseCases(opened.plane);
  const keys = {} as Record<Name, string>;
  const { admin, secret } = await plane.initWorkspace({ workspaceId: 'ws-a', adminId: 'adam', environment: 'staging' });
  keys.adam = secret;
  keys.eve = (await plane.initWorkspace({ workspaceId: 'ws-b', adminId: 'eve', environment: 'dev' })).secret;
  for (const person of people) {
    await plane.putPrincipal(admin, person);
    keys[person.principalId] = (await plane.createApiKey(admin, { principalId: person.principalId })).secret;
  }
  await plane.putWorkflow(admin, { source: flagship });
  const service = httpService(plane, {
    endpoints: { '/mcp/gateway': await gatewayEndpoint(opened, { waitMs: 15_000 }) },
  });
  const front = await openHttpFront({
    port: 0,
    routes: service.routes,
    authenticator: authenticateByStoredKeys(plane),
  });

  async function request(as: Name, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${front.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keys[as]}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: answer as Body };
  }

  return {
    plane,
    admin,
    keys,
    notes,
    db,
    /** For further processes on the same database: any engine may take a run, so each must know the server. */
    connections,
    url: front.url,
    request,
    /** The same inside `ws-a`. */
    rest: (as: Name, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      request(as, method, `/v1/workspaces/ws-a${path}`, body, headers),
    async close() {
      await front.close({ graceMs: 200 });
      await opened.close();
      await notes.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof world>>;

/** Asks until the answer is right; scenarios wait for an engine that works by itself. */
export async function until<T>(ask: () => Promise<T>, right: (value: T) => boolean): Promise<T> {
  return vi.waitFor(
    async () => {
      const value = await ask();
      if (!right(value)) throw new Error(`It never came about; last seen: ${JSON.stringify(value)}`);
      return value;
    },
    { interval: 25, timeout: 300_000 },
  );
}
