/**
 * Operations of the control plane. Each works in one workspace, whose id is the first field of its input and the first
 * part of its path; `run` gets what use cases stand on, the caller, and the request without what was left out.
 */
import {
  type Operation,
  type OperationContext,
  operationFor,
  type RestBinding,
  type TaskReply,
} from '@quadrivium/kernel';
import * as z from 'zod';
import type { Said } from '../answers/said.js';
import type { Deps } from '../app/deps.js';
import { recordedIn } from '../app/evidence/call-log.js';
import type { Caller, Permission } from '../domain/principal.js';
import { callDraft } from './call-draft.js';
import { callerOf } from './caller.js';
import { type CliSpec, commandOf } from './command-of.js';
import { type Given, given } from './fields.js';

/** What the operations of an open control plane work with. */
export interface PortariumApp {
  readonly deps: Deps;
}

export type PortariumContext = OperationContext<PortariumApp>;

export const workspacePrefix = '/v1/workspaces/{workspaceId}';

/** A way to give an idempotency key without touching the arguments. */
export const keyMetaKey = 'portarium/idempotencyKey';

type Request<Shape extends z.ZodRawShape> = Given<z.output<z.ZodObject<Shape>>>;

/** What a use case gives: at least what the schema promises. */
type Told<Output extends z.ZodType> = Said<z.output<Output>> | TaskReply;

/** As it is checked, and as it is asked. */
type Whole<Shape extends z.ZodRawShape> = z.ZodType<
  InWorkspace<Shape, z.output<z.ZodObject<Shape>>>,
  InWorkspace<Shape, z.input<z.ZodObject<Shape>>>
>;

/** Of an object without fields zod says that it must have none. */
type InWorkspace<Shape, Fields> = { readonly workspaceId: string } & (keyof Shape extends never ? unknown : Fields);

type Plain<Name extends keyof Operation> = Pick<Operation, Name>;

export interface Spec<Shape extends z.ZodRawShape, Output extends z.ZodType>
  extends Plain<'name' | 'title' | 'effect' | 'narrower' | 'idempotent' | 'reveals' | 'verbatim' | 'timeoutMs'> {
  /** What models and people read; OpenAPI too, unless the route has a summary of its own. */
  readonly description: string;
  readonly needs?: Permission;
  /** Offered to models, in these words. */
  readonly tool?: { readonly input: z.ZodObject };
  /** Fields beside the workspace. */
  readonly input?: Shape;
  readonly output?: Output;
  readonly rest: Omit<RestBinding, 'path'> & { readonly path: string };
  /** What its command says otherwise; see `commandOf`. */
  readonly cli?: CliSpec<Said<z.output<Output>>> | false;
  run(
    deps: Deps,
    caller: Caller,
    request: Request<Shape>,
    context: PortariumContext,
  ): Promise<Told<Output>> | Told<Output>;
}

const operation = operationFor<PortariumApp>();

export function define<
  const Shape extends z.ZodRawShape = Record<never, never>,
  Output extends z.ZodType = z.ZodUnknown,
>(spec: Spec<Shape, Output>) {
  type View = Said<z.output<Output>>;
  const { run, rest, input, tool, output, cli, ...plain } = spec;
  const whole = z.strictObject({ workspaceId: z.string().trim().min(1), ...(input as Shape) });
  return operation<Whole<Shape>, z.ZodType<View, View>>({
    ...plain,
    input: whole as never,
    ...(output === undefined ? {} : { output: output as never }),
    tool: tool ?? false,
    rest: { summary: plain.description, ...rest, path: `${workspacePrefix}${rest.path}` },
    cli: commandOf(plain.name, rest.path, whole, cli) as never,
    run(args, context) {
      const { workspaceId: _, ...request } = withKey(whole, args as object, context) as { workspaceId: string };
      const deps = plain.effect === 'read' ? context.app.deps : duringCall(context);
      return run(deps, callerOf(context), given(request) as never, context) as never;
    },
  });
}

/** What changes something keeps the record of its call in the same transaction. */
export function duringCall({ app: { deps }, audit }: PortariumContext): Deps {
  const call = { draft: () => callDraft(audit.event()), kept: () => audit.kept() };
  return { ...deps, transact: recordedIn(deps.transact, call) };
}

/** A key that came beside the arguments counts where an operation takes one and none is among them. */
export function withKey(input: unknown, args: object, { requestMeta }: Pick<PortariumContext, 'requestMeta'>): object {
  const key = requestMeta[keyMetaKey];
  const takesKey = 'idempotencyKey' in ((input as Partial<z.ZodObject>).shape ?? {});
  return typeof key === 'string' && takesKey ? { idempotencyKey: key, ...args } : args;
}
