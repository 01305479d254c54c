/** A real HTTP server that keeps things on a shelf: PUT puts one there, DELETE takes it away, POST /close says no. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Shelf {
  readonly host: string;
  /** Method and path of every request, in the order they came. */
  readonly asked: string[];
  readonly things: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function openShelf({ takesMs = 0 }: { readonly takesMs?: number } = {}): Promise<Shelf> {
  const asked: string[] = [];
  const things = new Set<string>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    for await (const _ of request);
    asked.push(`${method} ${url}`);
    if (method === 'PUT') things.add(url);
    if (method === 'DELETE') things.delete(url);
    // The deed is done before its answer leaves, as it is in the world.
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    response.writeHead(method === 'POST' ? 409 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ at: url }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    things,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
