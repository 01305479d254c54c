import type { Duplex } from 'node:stream';
import type { ConnectOptions } from '../config/options.js';
import { type ServerConfigInput, StdioServerConfig } from '../config/server-config.js';
import { channelOptions } from '../config/settings.js';
import { StdioTransport } from '../stdio/stdio-transport.js';
import { Exchange } from './exchange.js';
import { PipeTransport } from './pipe-transport.js';

interface Running {
  readonly transport: StdioTransport;
  readonly exchange: Exchange;
}

/** A server process for whoever comes. It is started by the first who joins, and again by the next after it ended. */
export class SharedServer {
  readonly #config: ServerConfigInput;
  readonly #options: ConnectOptions;
  #running: Promise<Running> | undefined;
  #starts = 0;

  constructor(config: ServerConfigInput, options: ConnectOptions = {}) {
    this.#config = config;
    this.#options = options;
  }

  /** How often the process was started. */
  get starts(): number {
    return this.#starts;
  }

  async pid(): Promise<number | undefined> {
    return (await this.#running?.catch(() => undefined))?.transport.evidence().pid;
  }

  /** Rejects when the process cannot be started; the stream then is the caller's to end. */
  async join(stream: Duplex): Promise<void> {
    const { exchange } = await this.#live();
    const client = new PipeTransport(async () => stream, channelOptions(this.#options).maxMessageBytes);
    exchange.join(client);
    await client.start();
  }

  async close(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    this.#running = undefined;
    await running?.transport.close();
  }

  async #live(): Promise<Running> {
    const known = this.#running;
    const running = await known?.catch(() => undefined);
    if (running !== undefined && !running.exchange.ended) return running;
    // Of several who find it ended, the first starts it for all.
    if (this.#running === known) this.#running = this.#start();
    return this.#running as Promise<Running>;
  }

  async #start(): Promise<Running> {
    const { command, args, cwd, env } = StdioServerConfig.parse(this.#config);
    const options = channelOptions(this.#options);
    const transport = new StdioTransport({ ...options, command, args, cwd, env: { ...options.env, ...env } });
    const exchange = new Exchange(transport);
    transport.onrefused = (id, excess) => exchange.refuse(id, excess);
    this.#starts += 1;
    await transport.start();
    return { transport, exchange };
  }
}
