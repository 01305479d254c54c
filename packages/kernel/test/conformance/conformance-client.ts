/**
 * The client that the conformance suite drives: our `connect` against the suite's server of one scenario.
 *
 *   MCP_CONFORMANCE_SCENARIO=tools_call node conformance-client.js http://localhost:1234/mcp
 *
 * It does what a curious host would do, whatever the scenario: connect, list everything, call, read and get everything it
 * was offered. Scenarios differ in what their server answers, not in what we do; the few exceptions are named below.
 */
import type { Tool } from '@modelcontextprotocol/client';
import { type Connection, type ConnectOptions, connect } from '../../src/client/index.js';
import { authorizationFor, type ScenarioContext } from './conformance-authorization.js';
import { exampleOf } from './example-arguments.js';

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const revision = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? '2025-11-25';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as ScenarioContext;
const url = process.argv.at(-1) ?? '';

/** The suite asks for a revision; finding the era out would be wrong where it counts requests. */
const mode = revision < '2026' ? 'legacy' : 'modern';

function optionsOf(): ConnectOptions {
  return {
    name: scenario,
    mode,
    requestTimeoutMs: 60_000,
    handlers: {
      // Accepting nothing in particular makes the defaults of the form count (SEP-1034).
      elicitation: async () => ({ action: 'accept', content: {} }),
      sampling: async () => ({ model: 'none', role: 'assistant', content: { type: 'text', text: 'ok' } }),
      roots: async () => [{ uri: 'file:///tmp', name: 'tmp' }],
    },
    ...(scenario.startsWith('auth/') ? authorizationFor(scenario, context) : {}),
  };
}

interface PlannedCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** What to call: what the scenario says, or every tool once with arguments that fit its schema. */
function plan(tools: Tool[]): PlannedCall[] {
  const echo = tools.find((tool) => tool.name === 'json_schema_echo');
  const rich = tools.find((tool) => tool !== echo);
  if (echo !== undefined && rich !== undefined) return [{ name: echo.name, arguments: { schema: rich.inputSchema } }];
  return context.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: exampleOf(tool.inputSchema) }));
}

async function exercise(connection: Connection): Promise<void> {
  const { tools } = await connection.tools();
  for (const call of plan(tools)) await connection.callTool(call.name, call.arguments);
  const { resources } = await connection.resources();
  for (const { uri } of resources) await connection.readResource(uri);
  const { prompts } = await connection.prompts();
  for (const { name } of prompts) await connection.getPrompt(name);
}

const connection = await connect({ type: 'http', url }, optionsOf());
try {
  await exercise(connection);
} finally {
  await connection.close();
}
