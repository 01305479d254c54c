import { type AddressInfo, createServer, connect as dial } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Connection, type ConnectOptions, connect, type Progress, SharedServer } from '../../src/client/index.js';
import { SERVER_FILE, textOf } from './misbehaving.js';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** One process of the misbehaving server behind a local socket, for any number of clients. */
async function shared(manners: string) {
  const config = { type: 'stdio' as const, command: process.execPath, args: [SERVER_FILE, manners] };
  const server = new SharedServer(config, { graceMs: 300 });
  const door = createServer((socket) => void server.join(socket).catch(() => socket.destroy()));
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve));
  open.push({ close: async () => void door.close() }, server);
  const { port } = door.address() as AddressInfo;
  return {
    server,
    async client(options: ConnectOptions = {}): Promise<Connection> {
      const connection = await connect(config, { name: 'bad', pipe: async () => dial(port, '127.0.0.1'), ...options });
      open.push(connection);
      return connection;
    },
  };
}

describe.each(['', 'modern'])('one process for several clients (%s)', (era) => {
  test('gives each its own answers and its own progress, though both count alike', async () => {
    const { client, server } = await shared(era);
    const both = await Promise.all([client(), client()]);
    const news: Progress[][] = [[], []];
    await Promise.all(
      both.flatMap((connection, who) => [
        connection.callTool('progress', { count: 3 + who }, { onProgress: (each) => news[who]?.push(each) }),
        connection.callTool('echo', { text: `of ${who}` }).then((result) => expect(textOf(result)).toBe(`of ${who}`)),
      ]),
    );
    expect(news.map((each) => each.map(({ progress }) => progress))).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
    ]);
    expect(server.starts).toBe(1);
  });

  test('cancels what a client wanted who went away, and nobody else’s', async () => {
    const { client } = await shared(era);
    const [leaving, staying] = [await client(), await client()];
    const lost = leaving.callTool('hang').catch((error: Error) => error);
    // A call behind it on the same stream: when it is answered, the first has reached the server.
    await leaving.callTool('echo', { text: 'behind' });
    await leaving.close();
    expect(await lost).toBeInstanceOf(Error);
    await expect.poll(async () => textOf(await staying.callTool('seen'))).toContain('notifications/cancelled:');
    expect(textOf(await staying.callTool('echo', { text: 'still here' }))).toBe('still here');
  });
});

test('a question of the server is answered by the client it works for', async () => {
  const { client } = await shared('');
  const elicitation = (who: string) => async () => ({ action: 'accept' as const, content: { who } });
  await client({ handlers: { elicitation: elicitation('first') } });
  const second = await client({ handlers: { elicitation: elicitation('second') } });
  expect(textOf(await second.callTool('elicit'))).toContain('"who":"second"');
});

test('a process that dies is started anew for the next request, and all clients go on with it', async () => {
  const { client, server } = await shared('');
  const [one, other] = [await client(), await client()];
  await expect(one.callTool('die')).rejects.toMatchObject({ kind: 'ServerDied' });
  expect(textOf(await other.callTool('echo', { text: 'again' }))).toBe('again');
  expect(server.starts).toBe(2);
});
