import type { Connection } from '@quadrivium/kernel/client';
import { failedCall, faultFrom } from './tool-failure.js';
import type { HostCallOptions, HostResult, HostTool, ToolCaller } from './tool-host.js';

/**
 * Connections that live for one execution: a server is connected when a tool of it is first called, and all are closed
 * together. Servers then start from a clean state every time.
 */
export class FreshSession implements ToolCaller {
  readonly #connections = new Map<string, Promise<Connection>>();
  readonly #connect: (server: string) => Promise<Connection>;
  readonly #call: (
    connection: Connection,
    tool: HostTool,
    args: unknown,
    options: HostCallOptions,
  ) => Promise<HostResult>;
  #closed = false;

  constructor(
    connect: (server: string) => Promise<Connection>,
    call: (connection: Connection, tool: HostTool, args: unknown, options: HostCallOptions) => Promise<HostResult>,
  ) {
    this.#connect = connect;
    this.#call = call;
  }

  async call(tool: HostTool, args: unknown, options: HostCallOptions = {}): Promise<HostResult> {
    try {
      return await this.#call(await this.#connectionTo(tool.server), tool, args, options);
    } catch (error) {
      return failedCall(tool.server, tool.name, faultFrom(error));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const opened = await Promise.allSettled(this.#connections.values());
    await Promise.all(opened.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
  }

  #connectionTo(server: string): Promise<Connection> {
    if (this.#closed) throw new Error('A fresh session cannot be used after it was closed.');
    const connection = this.#connections.get(server) ?? this.#connect(server);
    this.#connections.set(server, connection);
    return connection;
  }
}
