import type { Server } from '@modelcontextprotocol/server';

/** Tells everybody who is connected that the list of tools has changed. */
export class ToolNews {
  readonly #servers = new Set<Server>();
  readonly #listeners = new Set<() => void>();

  /** From the moment it is connected until its connection ends. */
  follow(server: Server): void {
    const connect = server.connect.bind(server);
    server.connect = async (transport) => {
      await connect(transport);
      this.#servers.add(server);
      const ended = transport.onclose;
      transport.onclose = () => {
        this.#servers.delete(server);
        ended?.();
      };
    };
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(): void {
    // Who is gone by now will ask for the list when it comes back.
    for (const server of this.#servers) server.sendToolListChanged().catch(() => {});
    for (const listener of this.#listeners) listener();
  }
}
