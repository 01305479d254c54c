/** The same echo tool on the bare SDK over HTTP, wired as its documentation says: no checks, no guards. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

const schema = { type: 'object' as const, properties: { text: { type: 'string' } }, required: ['text'] };

function build(): Server {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'echo', title: 'Echo', description: 'Gives back what it gets.', inputSchema: schema }],
  }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const text = params.name === 'cpu' ? cpuTime() : String(params.arguments?.text);
    return { content: [{ type: 'text', text: JSON.stringify({ text }) }], structuredContent: { text } };
  });
  return server;
}

function cpuTime(): string {
  const { user, system } = process.cpuUsage();
  return String(user + system);
}

const handle = toNodeHandler(createMcpHandler(build));
const server = createServer((req, res) => void handle(req as NodeIncomingMessageLike, res)).listen(
  0,
  '127.0.0.1',
  () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  },
);
