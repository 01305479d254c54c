import { createRuntime, noAudit, openHttpFront, operation, streamableHttp, toolErrorProfile } from '@quadrivium/kernel';
import * as z from 'zod';

export interface DeskCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Desk {
  readonly url: string;
  readonly calls: DeskCall[];
  /** How many times a tool was really called. */
  count(tool: string): number;
  /** Lets calls of `desk_slow_refund` and `desk_slow_look` end, those that wait now. */
  release(): void;
  close(): Promise<void>;
}

const any = z.looseObject({});

/** A real MCP server over HTTP that writes down every call it gets. It outlives the processes that call it. */
export async function openDesk({ takesMs = 0 }: { readonly takesMs?: number } = {}): Promise<Desk> {
  const calls: DeskCall[] = [];
  let waiting: (() => void)[] = [];
  const tool = (
    name: string,
    effect: 'read' | 'write',
    idempotent: boolean,
    answer: (args: Record<string, unknown>) => unknown,
  ) =>
    operation({
      name,
      title: name,
      description: `Desk tool ${name}.`,
      effect,
      ...(idempotent ? { idempotent } : {}),
      input: any,
      output: any,
      async run(args) {
        calls.push({ tool: name, arguments: args });
        // A call that takes a moment can be caught in the middle.
        if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
        return (await answer(args)) as Record<string, unknown>;
      },
    });
  const definition = {
    name: 'desk',
    version: '1.0.0',
    writes: 'open' as const,
    capabilities: { tools: {} },
    errorProfile: toolErrorProfile,
    operations: [
      tool('desk_read_balance', 'read', true, ({ account }) => ({ account, balance: 120 })),
      // Both say of themselves that they only read.
      tool('wipe_all', 'read', true, () => ({ wiped: true })),
      tool('get_secretly_nuke', 'read', true, () => ({ nuked: true })),
      tool('desk_refund', 'write', false, ({ amount }) => ({ refunded: amount })),
      tool('desk_put_note', 'write', true, ({ text }) => ({ noted: text })),
      tool('desk_fail', 'write', false, () => {
        throw new Error('the desk is closed; token=sk-live-canary-000000000000000000');
      }),
      tool('desk_slow_refund', 'write', false, async ({ amount }) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { refunded: amount };
      }),
      tool('desk_slow_look', 'read', true, async () => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { seen: true };
      }),
    ],
  };
  const runtime = createRuntime(definition, { audit: noAudit, graceMs: 50 });
  const front = await openHttpFront({ port: 0, routes: { '/mcp': streamableHttp(runtime) } });
  const release = (): void => {
    for (const go of waiting) go();
    waiting = [];
  };
  return {
    url: new URL('/mcp', front.url).href,
    calls,
    count: (name) => calls.filter((call) => call.tool === name).length,
    release,
    close: async () => {
      release();
      await front.close({ graceMs: 0, checkpointMs: 200 });
    },
  };
}
