/** The same echo tool on the bare SDK: the low-level server, no checks. `SDK_ENTRY=connect` skips the dual-era entry. */
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

const schema = { type: 'object' as const, properties: { text: { type: 'string' } }, required: ['text'] };

function build(): Server {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [
      {
        name: 'echo',
        title: 'Echo',
        description: 'Gives back what it gets.',
        inputSchema: schema,
        outputSchema: schema,
      },
    ],
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

if (process.env.SDK_ENTRY === 'connect') await build().connect(new StdioServerTransport());
else serveStdio(build);
