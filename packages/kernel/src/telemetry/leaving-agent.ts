import { Agent, type AgentOptions } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/**
 * Connections to a collector that end when we say so: the SDK would hold a program that ends for as long as a collector
 * that does not answer may take.
 */
export class LeavingAgents {
  readonly #sockets = new Set<Duplex>();
  #left = false;

  /** Given to the exporters. */
  readonly agentFor = (protocol: string): Agent => {
    const agent = protocol === 'http:' ? new Agent({ keepAlive: true }) : new SecureAgent({ keepAlive: true });
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (options: AgentOptions, whenOpen?: (error: Error | null, socket: Duplex) => void) => {
      if (this.#left) {
        whenOpen?.(leaving(), undefined as never);
        return undefined as never;
      }
      const socket = connect(options, whenOpen) as Duplex;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      return socket;
    };
    return agent;
  };

  leave(): void {
    this.#left = true;
    for (const socket of this.#sockets) socket.destroy(leaving());
  }
}

/** Without a code, so that it is not tried again. */
const leaving = (): Error => new Error('the program ends');
