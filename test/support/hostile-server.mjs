/** An MCP server on a pipe that says whatever its file says, read anew for each request, and keeps what it is called with beside it. */
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file] = process.argv;
const said = () => JSON.parse(readFileSync(file, 'utf8'));

function contentsOf(uri) {
  const { padding = 0, ...page } = said().pages[uri];
  return { uri, ...page, text: page.text + '<!-- filled -->'.repeat(padding / 15) };
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'hostile', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: said().tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })) }),
  'tools/call': ({ name, arguments: args }) => {
    appendFileSync(`${file}.calls`, `${JSON.stringify([name, args])}\n`);
    return said().results?.[name] ?? { content: [{ type: 'text', text: 'called' }] };
  },
  'resources/read': ({ uri }) => ({ contents: [contentsOf(uri)] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const body = answer === undefined ? { error: { code: -32601, message: method } } : { result: answer(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}
