import { Fault } from '@quadrivium/kernel';
import { type Connection, connect } from '@quadrivium/kernel/client';

export interface Visitor {
  readonly origin: string;
  /** Whose it is: the administrator's, since only a person confirms claims. */
  readonly key: string;
}

/** The demonstration comes in over MCP like everything else, so what it shows has passed the same gate. */
export async function throughFrontDoor(
  { origin, key }: Visitor,
  system: string,
  work: (call: (tool: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>) => Promise<void>,
): Promise<void> {
  const connection = await connect({
    type: 'http',
    url: `${origin}/${system}/mcp`,
    timeout: 600,
    headers: { authorization: `Bearer ${key}` },
  });
  try {
    await work((tool, args) => answered(connection, tool, args));
  } finally {
    await connection.close();
  }
}

async function answered(connection: Connection, tool: string, args: Record<string, unknown>) {
  const { isError, content, structuredContent } = await connection.callTool(tool, args as never);
  if (!isError) return (structuredContent ?? {}) as Record<string, unknown>;
  throw new Fault(
    'DemoFailed',
    `The demonstration could not be prepared: ${tool} answered ${JSON.stringify(content)}.`,
    {
      suggestion: 'Start with --no-demo, and please report this.',
    },
  );
}
