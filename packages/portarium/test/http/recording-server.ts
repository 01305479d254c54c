import { createRuntime, defineTool, openHttpFront, streamableHttp, toolErrorProfile } from '@quadrivium/kernel';
import * as z from 'zod';

export interface RecordedCall {
  readonly tool: string;
  readonly args: unknown;
}

/** A real MCP server on loopback that remembers what it was asked to do. */
export async function recordingServer(describe = 'Writes a note') {
  const calls: RecordedCall[] = [];
  const record = (tool: string, args: unknown) => calls.push({ tool, args });
  const definition = {
    name: 'notes',
    version: '1.0.0',
    errorProfile: toolErrorProfile,
    writes: 'open' as const,
    tools: [
      defineTool({
        name: 'notes_read',
        title: 'Read notes',
        description: 'Reads the notes',
        effect: 'read',
        input: z.strictObject({ topic: z.string() }),
        output: z.object({ notes: z.array(z.string()) }),
        run(args) {
          record('notes_read', args);
          return { notes: [`about ${args.topic}`] };
        },
      }),
      defineTool({
        name: 'notes_write',
        title: 'Write a note',
        description: describe,
        effect: 'write',
        input: z.strictObject({ topic: z.string(), text: z.string() }),
        output: z.object({ written: z.string() }),
        run(args) {
          record('notes_write', args);
          return { written: args.text };
        },
      }),
    ],
  };
  const front = await openHttpFront({ port: 0, routes: { '/mcp': streamableHttp(createRuntime(definition)) } });
  return { url: `${front.url}/mcp`, port: front.port, calls, close: () => front.close({ graceMs: 100 }) };
}

export type RecordingServer = Awaited<ReturnType<typeof recordingServer>>;
