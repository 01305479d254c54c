import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { SharedServer } from '@quadrivium/kernel/client';
import { makeFolder } from '@quadrivium/kernel/essentials';
import { cpeFault } from '../faults.js';
import { askKeeper, firstLine, isPrivate, type KeeperQuestion } from '../host/kept-server.js';

export interface KeptServer {
  readonly name: string;
  readonly fingerprint: string;
  readonly shared: SharedServer;
}

export interface KeeperSetup {
  readonly address: string;
  readonly servers: readonly KeptServer[];
  /** The keeper leaves when nobody was there for so long. */
  readonly idleMs: number;
}

/**
 * Holds the servers of one configuration, so that commands find them running. A command says on its first line which server
 * it means; from then on the stream is that server's. A server whose description has changed since is refused, and the command
 * starts its own.
 */
export class Keeper {
  readonly ended: Promise<void>;
  readonly #setup: KeeperSetup;
  readonly #server: Server;
  readonly #guests = new Set<Socket>();
  readonly #since = performance.now();
  #joins = 0;
  #idle: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  #end: () => void = () => undefined;

  constructor(setup: KeeperSetup) {
    this.#setup = setup;
    this.#server = createServer((socket) => void this.#welcome(socket));
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async listen(): Promise<void> {
    const { address } = this.#setup;
    const other = await askKeeper(address, { ask: 'status' });
    other?.socket.destroy();
    if (other !== undefined) throw alreadyKept(other.answer.pid);
    prepare(address);
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(address, resolve);
    });
    this.#rest();
  }

  close(): Promise<void> {
    this.#closing ??= this.#leave();
    return this.#closing;
  }

  async #leave(): Promise<void> {
    clearTimeout(this.#idle);
    this.#server.close();
    for (const guest of this.#guests) guest.destroy();
    await Promise.all(this.#setup.servers.map(({ shared }) => shared.close()));
    this.#end();
  }

  async #welcome(socket: Socket): Promise<void> {
    socket.on('error', () => undefined); // Its close says the same.
    this.#guests.add(socket);
    clearTimeout(this.#idle);
    socket.once('close', () => {
      this.#guests.delete(socket);
      if (this.#guests.size === 0) this.#rest();
    });
    const question = questionIn(await firstLine(socket));
    if (question === undefined) return void socket.destroy();
    if (question.ask === 'join') return this.#join(socket, question);
    socket.end(`${JSON.stringify(await this.#status())}\n`);
    if (question.ask === 'stop') await this.close();
  }

  async #join(socket: Socket, { server, fingerprint }: Extract<KeeperQuestion, { ask: 'join' }>): Promise<void> {
    const kept = this.#setup.servers.find((each) => each.name === server && each.fingerprint === fingerprint);
    if (kept === undefined) return void socket.end('{"kept":false}\n');
    this.#joins += 1;
    socket.write('{"kept":true}\n');
    try {
      await kept.shared.join(socket);
    } catch {
      // The client starts it for itself next time, and hears why it cannot be started.
      socket.destroy();
    }
  }

  async #status(): Promise<object> {
    const servers = this.#setup.servers.map(async ({ name, shared }) => {
      return { name, pid: await shared.pid(), starts: shared.starts };
    });
    const seconds = Math.round((performance.now() - this.#since) / 1000);
    return { pid: process.pid, seconds, joins: this.#joins, servers: await Promise.all(servers) };
  }

  #rest(): void {
    if (this.#closing !== undefined) return;
    this.#idle = setTimeout(() => void this.close(), this.#setup.idleMs);
  }
}

/** A folder of our own, without the socket of a keeper that was killed. */
function prepare(address: string): void {
  if (process.platform === 'win32') return;
  const folder = dirname(address);
  makeFolder(folder, 0o700);
  if (!isPrivate(address))
    throw cpeFault('Usage', `${folder} belongs to somebody else or is open to others, so no server is kept there.`, {
      suggestion: 'Take it away, or set XDG_RUNTIME_DIR to a folder of your own.',
    });
  rmSync(address, { force: true });
}

function alreadyKept(pid: unknown): Error {
  return cpeFault('Usage', `The servers of this configuration are kept already, by process ${pid}.`, {
    suggestion: 'Look at them with cpe mcp keep --status, end them with cpe mcp keep --stop.',
  });
}

function questionIn(line: string | undefined): KeeperQuestion | undefined {
  try {
    const question = JSON.parse(line ?? '') as KeeperQuestion;
    return ['join', 'status', 'stop'].includes(question?.ask) ? question : undefined;
  } catch {
    return undefined;
  }
}
