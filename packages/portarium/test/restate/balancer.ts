import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** As the load balancer of an operator: each new connection goes to the next port that takes it. */
export async function balancer(ports: readonly number[]): Promise<string> {
  let turn = 0;
  const open = new Set<Socket>();
  const pass = (from: Socket, tries: number): void => {
    turn += 1;
    const to = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
    open.add(to);
    to.once('connect', () => from.pipe(to).pipe(from));
    to.once('error', () => (to.connecting && tries > 1 ? pass(from, tries - 1) : from.destroy()));
    to.once('close', () => {
      open.delete(to);
      if (to.bytesWritten > 0 || tries <= 1) from.destroy();
    });
    from.once('close', () => to.destroy());
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).once('close', () => open.delete(socket));
    pass(socket, ports.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
