import * as z from 'zod';
import { Fault } from '../../faults.js';
import type { HostResult, JsonObject, ToolHost } from '../../host/tool-host.js';
import { type AgentTool, textResult } from './agent-tool.js';

const ReadResult = z.strictObject({
  id: z.string().describe('The id that the shortened result gave'),
  offset: z.int().min(0).optional().describe('First character'),
  limit: z.int().min(1).optional().describe('Number of characters'),
  pattern: z.string().min(1).optional().describe('Only lines that contain this text'),
});

const ReadResource = z.strictObject({
  server: z.string().describe('Name of the server'),
  uri: z.string().describe('Address of the resource'),
});

/** What the host itself offers to a model. */
export function builtInTools(host: ToolHost): AgentTool[] {
  return [readResult(host), readResource(host)];
}

function readResult({ results }: ToolHost): AgentTool {
  return builtIn(
    'read_result',
    'Reads a piece of a result that was too long to be shown whole.',
    ReadResult,
    async (query) => {
      const { offset, limit, pattern } = query;
      const wishes = Object.entries({ offset, limit, pattern }).filter(([, wish]) => wish !== undefined);
      const piece = await results.read(query.id, Object.fromEntries(wishes));
      const more =
        piece.nextOffset === undefined
          ? ''
          : `\n[${piece.totalChars} characters in all; next offset ${piece.nextOffset}]`;
      return textResult(`${piece.text}${more}`);
    },
  );
}

function readResource(host: ToolHost): AgentTool {
  return builtIn(
    'read_resource',
    'Reads a resource that a server linked to.',
    ReadResource,
    ({ server, uri }, signal) => host.readResource(server, uri, { signal }),
  );
}

/** A read-only tool of our own; faults become results the model can correct. */
export function builtIn<Input extends z.ZodType>(
  name: string,
  description: string,
  input: Input,
  run: (args: z.output<Input>, signal: AbortSignal) => Promise<HostResult>,
): AgentTool {
  return {
    name,
    title: name,
    description,
    inputSchema: jsonSchemaOf(input),
    readOnly: true,
    async use(args, { signal }) {
      const parsed = input.safeParse(args);
      if (!parsed.success)
        return textResult(`The arguments of ${name} do not fit: ${z.prettifyError(parsed.error)}`, true);
      try {
        return await run(parsed.data, signal);
      } catch (error) {
        if (error instanceof Fault) return textResult(`${error.message} ${error.suggestion ?? ''}`.trim(), true);
        throw error;
      }
    },
  };
}

function jsonSchemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}
