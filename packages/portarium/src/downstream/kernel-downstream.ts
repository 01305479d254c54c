/** MCP servers through the kernel's client: one connection each, opened when first needed, kept while it holds. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { type Connection, type ConnectOptions, connect, type ServerConfigInput } from '@quadrivium/kernel/client';
import { appExtension, appMimeType, own } from '@quadrivium/kernel/essentials';
import type { Downstream, ToolInfo } from '../steps/ports.js';
import { type Attendant, Attendants } from './attendants.js';
import { callTool, notSent } from './call-tool.js';
import { Turns } from './turns.js';

export interface KernelDownstream extends Downstream {
  /** Somebody waits for the calls of this run; see `attendants.ts`. */
  attend(runId: string, attendant: Attendant): () => void;
  /** A page that a tool of this server brings along. */
  read(server: string, uri: string): Promise<ResourceContents>;
  /** Hears of servers that say, or may be taken to say, that their tools have changed. */
  onToolsChanged(listener: (server: string) => void): () => void;
  close(): Promise<void>;
}

/** What a server gives for an address, as it came. */
export type ResourceContents = Awaited<ReturnType<Connection['readResource']>>['contents'];

interface DownstreamOptions extends ConnectOptions {
  readonly trustAnnotations?: Readonly<Record<string, boolean>> | undefined;
  /** How many calls of a server may be under way at once; unlimited where nothing is said. */
  readonly concurrentCalls?: Readonly<Record<string, number>> | undefined;
  /**
   * Servers (all, or those named) are told that they may ask questions, and that pages of theirs are shown. Only where callers
   * are in this process: a server that can do without asks for nothing then, instead of being told that nobody answers.
   */
  readonly attended?: boolean | readonly string[] | undefined;
}

export function connectDownstream(
  servers: Readonly<Record<string, ServerConfigInput>>,
  { trustAnnotations = {}, concurrentCalls = {}, attended = false, ...options }: DownstreamOptions = {},
): KernelDownstream {
  const turns = new Map(Object.entries(concurrentCalls).map(([server, limit]) => [server, new Turns(limit)]));
  const open = new Map<string, Promise<Connection>>();
  const attendants = new Attendants();
  /** The run whose call is being made; over HTTP what a server asks comes back in the same breath. */
  const calling = new AsyncLocalStorage<string>();
  const listeners = new Set<(server: string) => void>();
  let closed = false;

  function connection(server: string): Promise<Connection> {
    const known = open.get(server);
    if (known !== undefined) return known;
    const config = own(servers, server);
    if (config === undefined) return Promise.reject(new Error(`No server "${server}" is configured.`));
    if (closed) return Promise.reject(new Error('This process is ending.'));
    const handlers = isAttended(server) ? { handlers: asking(server), capabilities: showing } : {};
    const opening = calling.exit(() => connect(config, { name: server, ...handlers, ...options }));
    open.set(server, opening);
    // A server that could not be reached is tried again with the next call.
    opening.then((made) => follow(server, made)).catch(() => open.delete(server));
    return opening;
  }

  const isAttended = (server: string): boolean =>
    typeof attended === 'boolean' ? attended : attended.includes(server);

  const asking = (server: string): ConnectOptions['handlers'] & object => ({
    elicitation: (...question) => attendants.ask(server, calling.getStore(), ...question),
  });

  function follow(server: string, made: Connection): void {
    made.onClose(() => open.delete(server));
    if (!isAttended(server)) return;
    const changed = (): void => {
      for (const listener of listeners) listener(server);
    };
    made.on('toolsChanged', changed);
    made.on('opened', changed);
  }

  return {
    servers: () => Object.keys(servers),
    trusts: (server) => own(trustAnnotations, server),
    async tools(server) {
      const { tools } = await (await connection(server)).tools();
      return tools as readonly ToolInfo[];
    },
    async read(server, uri) {
      const { contents } = await (await connection(server)).readResource(uri);
      return contents;
    },
    async call(call) {
      const inTime = AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)]);
      const done = await turns.get(call.server)?.take(inTime);
      if (done === undefined && turns.has(call.server))
        return notSent(new Error(`"${call.server}" has as many calls under way as it may have.`));
      const runId = runOf(call.idempotencyKey);
      let ended: (() => void) | undefined;
      try {
        ended = await attendants.begin(call.server, runId, inTime);
        if (ended === undefined) return notSent(new Error(`"${call.server}" is called by one after the other.`));
        const made = await connection(call.server);
        return await calling.run(runId, () => callTool(made, call, (update) => attendants.progress(runId, update)));
      } catch (error) {
        return notSent(error as Error);
      } finally {
        ended?.();
        done?.();
      }
    },
    attend: (runId, attendant) => attendants.attend(runId, attendant),
    onToolsChanged(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      closed = true;
      const all = [...open.values()];
      open.clear();
      await Promise.all(all.map(async (opening) => (await opening.catch(() => undefined))?.close()));
    },
  };
}

/** Callers of the gateway may be hosts that show pages of tools (MCP Apps). */
const showing = { extensions: { [appExtension]: { mimeTypes: [appMimeType] } } };

/** The key of a step begins with its run; ids of runs hold no colon. */
const runOf = (idempotencyKey: string): string => idempotencyKey.split(':', 1)[0] ?? '';
