/**
 * An MCP server on a pipe, by hand: `paint` asks a question, `hold` waits for the file `release`. It says in files how far
 * it is. Questions name no call, as over every pipe.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = process.argv[2] ?? '.';
const note = (name) => writeFileSync(join(folder, name), '');
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const form = { type: 'object', properties: { colour: { type: 'string' } } };
const waiting = new Map();

function ask() {
  const id = `question-${waiting.size + 1}`;
  send({ id, method: 'elicitation/create', params: { message: 'Which colour?', requestedSchema: form } });
  note('asking');
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function hold() {
  note('holding');
  while (!existsSync(join(folder, 'release'))) await sleep(20);
  return { held: true };
}

const tools = { paint: async () => ({ told: await ask() }), hold };

const answers = {
  initialize: async ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'asking', version: '1.0.0' },
  }),
  'tools/list': async () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    })),
  }),
  'tools/call': async ({ name }) => {
    const structuredContent = await tools[name]();
    return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result ?? { error });
  const answer = answers[method];
  if (answer !== undefined) send({ id, result: await answer(params) });
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'unknown method' } });
});
