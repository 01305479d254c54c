import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpeFault } from '../../faults.js';

const PATIENCE_MS = 300_000;
const PAGE = 'You can close this page and go back to the terminal.\n';

/** Waits on this machine for the browser to come back from the authorization server. */
export interface CallbackServer {
  readonly redirectUrl: string;
  /** The query that came with the expected state; any other is turned away. */
  query(signal: AbortSignal): Promise<URLSearchParams>;
  close(): void;
}

/** Listens on the loopback address only; the port is a free one, as RFC 8252 has it for programs like this. */
export async function openCallbackServer(state: string, patienceMs = PATIENCE_MS): Promise<CallbackServer> {
  let arrive: (query: URLSearchParams) => void = () => undefined;
  const arrived = new Promise<URLSearchParams>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isOurs = pathname === '/callback' && searchParams.get('state') === state;
    response.writeHead(isOurs ? 200 : 400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(isOurs ? PAGE : 'This is not the answer that is waited for.\n');
    if (isOurs) arrive(searchParams);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    redirectUrl: `http://127.0.0.1:${port}/callback`,
    query: (signal) => Promise.race([arrived, givenUp(signal, patienceMs)]),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function givenUp(signal: AbortSignal, patienceMs: number): Promise<never> {
  return new Promise((_, reject) => {
    const late = cpeFault('LoginFailed', `Nobody logged in within ${patienceMs / 1000} s.`);
    const timer = setTimeout(() => reject(late), patienceMs);
    timer.unref();
    signal.addEventListener('abort', () => reject(cpeFault('Cancelled', 'The login was cancelled.')), { once: true });
  });
}
