import { type Effect, type Identity, type Operation, operation, type TaskReply } from '@quadrivium/kernel';
import type * as z from 'zod';
import type { ClientMethod, PortariumClient } from '../client/portarium-client.js';

/** The client that speaks for this caller. */
export type ClientFor = (identity: Identity) => PortariumClient;

export interface ClientToolSpec<Method extends ClientMethod> {
  readonly name: `portarium_${string}`;
  readonly method: Method;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly idempotent?: boolean;
  readonly input: z.ZodType<Parameters<PortariumClient[Method]>[0]>;
  readonly output: z.ZodType;
  /** Answers with a task instead, for callers that know tasks. */
  readonly task?: (
    client: PortariumClient,
    answer: Awaited<ReturnType<PortariumClient[Method]>>,
    tool: string,
  ) => Promise<TaskReply>;
}

/** Refuses the call of a tool that this caller may not use in this workspace. */
export type Admit = (tool: string, identity: Identity, workspaceId: string) => Promise<void>;

/** A way to give an idempotency key without touching the arguments. */
export const keyMetaKey = 'portarium/idempotencyKey';

/** One tool, one method: the checked arguments go to the client as they are, its answer comes back as it is. */
export function clientTool<Method extends ClientMethod>(
  spec: ClientToolSpec<Method>,
): (clientFor: ClientFor, admit?: Admit) => Operation {
  const { method, task, ...definition } = spec;
  return (clientFor, admit) =>
    operation({
      ...definition,
      async run(args: { readonly workspaceId: string }, { identity, requestMeta, client: caller }) {
        await admit?.(spec.name, identity, args.workspaceId);
        const client = clientFor(identity);
        const call = client[method].bind(client) as unknown as (args: unknown) => Promise<never>;
        const key = requestMeta[keyMetaKey];
        const answer = await call(typeof key === 'string' && takesKey(spec.input) ? withKey(args, key) : args);
        return task !== undefined && caller.acceptsTasks ? task(client, answer, spec.name) : answer;
      },
    } as Operation);
}

function takesKey(input: z.ZodType): boolean {
  return 'idempotencyKey' in ((input as Partial<z.ZodObject>).shape ?? {});
}

function withKey(args: unknown, idempotencyKey: string): unknown {
  return { idempotencyKey, ...(args as object) };
}
