/**
 * Operations called in this process, through the gate that remote calls pass: permission, checks, limits, redaction and
 * audit are the same. The person at the terminal may write, and reads what the system lets them read. Deadlines are made
 * for callers that share a server; here nobody else waits, and Ctrl-C ends what takes too long.
 */
import { existsSync } from 'node:fs';
import type { Operation, ServerRuntime } from '@quadrivium/kernel';
import type * as z from 'zod';
import type * as named from '../operations/named.js';

type Named = typeof named;
type Answered<Name extends keyof Named> = Named[Name]['output'] extends z.ZodType | undefined
  ? z.output<NonNullable<Named[Name]['output']>>
  : never;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Hears what the operation tells of its work. */
  readonly onNews?: (news: never) => void;
}

export type Call = <Name extends keyof Named>(
  name: Name,
  args: z.input<Named[Name]['input']>,
  options?: CallOptions,
) => Promise<Answered<Name>>;

export interface LocalSettings {
  /** Where a line per call is kept; nowhere unless given. */
  readonly auditLog?: string | undefined;
  /** Hears of bugs, and of evidence that could not be kept. */
  note(text: string): void;
}

/** Everything behind a call is loaded with the first one: help needs none of it. */
export function localCalls(settings: LocalSettings): Call {
  let opened: Promise<ServerRuntime> | undefined;
  return async (name, args, { signal, onNews } = {}) => {
    opened ??= openRuntime(settings);
    const runtime = await opened;
    const [{ localIdentity }, operations] = await Promise.all([
      import('@quadrivium/kernel'),
      import('../operations/named.js'),
    ]);
    const stopListening = runtime.onNews(({ news }) => onNews?.(news as never));
    try {
      const by = { front: 'cli', identity: localIdentity, ...(signal ? { signal } : {}) } as const;
      return (await runtime.call(operations[name] as Operation, args, by)) as never;
    } finally {
      stopListening();
    }
  };
}

async function openRuntime({ auditLog, note }: LocalSettings): Promise<ServerRuntime> {
  const [kernel, { cobreServer }] = await Promise.all([import('@quadrivium/kernel'), import('../server.js')]);
  const definition = cobreServer();
  const operations = (definition.operations ?? []).map((operation) => ({ ...operation, timeoutMs: 0 }));
  const error = (fields: { readonly err?: Error }) => note(`${fields.err?.stack ?? fields.err}\n`);
  return kernel.createRuntime(
    { ...definition, operations },
    {
      audit: auditLog === undefined ? kernel.noAudit : await kernel.openAuditFile(auditLog),
      files: await kernel.openSandbox(wholeFileSystem(), {
        base: process.cwd(),
        largestRead: Number.POSITIVE_INFINITY,
      }),
      allowWrite: true,
      log: { ...kernel.silentLogger, error },
    },
  );
}

function wholeFileSystem(): string[] {
  if (process.platform !== 'win32') return ['/'];
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}:\\`).filter(existsSync);
}
