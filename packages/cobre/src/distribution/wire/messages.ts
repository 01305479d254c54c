/** What coordinator and workers say to each other. Every message is checked against these before anything is done with it. */
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { decode } from './decode.js';

const whole = z.number().int().nonnegative();
const doubles = z.custom<Float64Array>((value) => value instanceof Float64Array);
const integers = z.custom<Int32Array>((value) => value instanceof Int32Array);
/** Part of a subject, so nothing that has a meaning there. */
const word = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** What a worker says of itself every second. */
export const presence = z.object({
  worker: word,
  host: z.string().max(255),
  process: whole,
  threads: whole.min(1),
  version: z.string().max(64),
  /** The study it works on. */
  study: z.string().nullable(),
  /** Tasks that it has and has not answered. */
  busy: whole,
  lpSolves: whole,
  /** Linear programs per second since it was last told of. */
  speed: z.number().nonnegative(),
});
export type Presence = z.infer<typeof presence>;

/** Calls a worker to a study. */
const invitation = z.object({
  type: z.literal('invitation'),
  session: word,
  study: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: whole,
  version: z.string(),
  solver: z.string().max(64),
  /** Whether tasks tell which cuts decided them. */
  notes: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;
/** It is free for others. */
const dismissal = z.object({ type: z.literal('dismissal'), session: word });
export const summons = z.discriminatedUnion('type', [invitation, dismissal]);
export type Summons = z.infer<typeof summons>;

/** Cuts of a place from a slot on, slot-major. */
const cutsFrame = z.object({
  type: z.literal('cuts'),
  place: whole,
  first: whole,
  intercept: doubles,
  slope: doubles,
  theta: integers,
});
/** Which cuts of a place count. */
const activeFrame = z.object({
  type: z.literal('active'),
  place: whole,
  generation: whole,
  active: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
/** Numbers in a basis, more than the largest stage has. */
const largestBasis = 1 << 24;
/** The basis that chains of a place start from; none where its size is nothing. Zeros at its end do not travel. */
const basisFrame = z.object({
  type: z.literal('basis'),
  place: whole,
  number: whole,
  size: whole.max(largestBasis),
  values: doubles,
});
export const memoryFrame = z.discriminatedUnion('type', [cutsFrame, activeFrame, basisFrame]);
export type MemoryFrame = z.infer<typeof memoryFrame>;
export type CutsFrame = z.infer<typeof cutsFrame>;

/** What of a place has to be known before a task is begun; also what is known. */
export const knowledge = z.object({ place: whole, cuts: whole, generation: whole, basis: whole });
export type Knowledge = z.infer<typeof knowledge>;

export const welcome = z.discriminatedUnion('type', [
  /** A worker that has been in the session before has not forgotten what it learnt. */
  z.object({ type: z.literal('ready'), known: z.array(knowledge) }),
  z.object({ type: z.literal('refused'), reason: z.string(), isBusy: z.boolean() }),
]);
export type Welcome = z.infer<typeof welcome>;

const forwardTask = z.object({
  type: z.literal('forward'),
  iteration: whole,
  state: doubles,
  noise: doubles,
  places: integers,
});
const backwardTask = z.object({
  type: z.literal('backward'),
  iteration: whole,
  receiver: whole,
  state: doubles,
  publishes: z.boolean(),
});
const scenarioTask = z.object({
  type: z.literal('scenario'),
  scenario: whole,
  lags: doubles,
  noise: doubles,
  places: integers,
});
export const task = z.discriminatedUnion('type', [forwardTask, backwardTask, scenarioTask]);
export type Task = z.infer<typeof task>;
export type ForwardTask = z.infer<typeof forwardTask>;
export type BackwardTask = z.infer<typeof backwardTask>;

export const work = z.object({
  session: word,
  /** Rises with every step: what belongs to an earlier one is wanted no more. */
  epoch: whole,
  memory: z.array(memoryFrame),
  needs: z.array(knowledge),
  tasks: z.array(task),
});
export type Work = z.infer<typeof work>;

const solverWork = z.record(z.string(), z.number());
/** Pairs of place and slot, one for each time a cut decided a solution. */
const bindings = integers;
const forwardAnswer = z.object({
  type: z.literal('forward'),
  states: doubles,
  costs: doubles,
  bindings,
  statistics: solverWork,
});
const backwardAnswer = z.object({
  type: z.literal('backward'),
  intercept: doubles,
  slope: doubles,
  bindings,
  statistics: solverWork,
  bases: z.array(z.object({ place: whole, values: doubles })),
});
/** Looked at by hand: a scenario has a hundred thousand cells. */
const cells = z.custom<(number | string | boolean | null)[]>(
  (values) => Array.isArray(values) && values.every((value) => value === null || cellTypes.has(typeof value)),
);
const cellTypes: ReadonlySet<string> = new Set(['number', 'string', 'boolean']);
const scenarioAnswer = z.object({
  type: z.literal('scenario'),
  scenario: whole,
  cost: z.number(),
  places: integers,
  tables: z.array(z.object({ rowCount: whole, columns: z.array(cells) })),
  work: z.object({ lpSolves: whole, pivots: whole, fallbacks: whole }),
});
export const answer = z.discriminatedUnion('type', [forwardAnswer, backwardAnswer, scenarioAnswer]);
export type Answer = z.infer<typeof answer>;
export type ForwardAnswer = z.infer<typeof forwardAnswer>;
export type BackwardAnswer = z.infer<typeof backwardAnswer>;

const faultRecord = z.object({
  kind: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.unknown()),
  suggestion: z.string().optional(),
});
export const outcome = z.discriminatedUnion('type', [
  /** Seconds from the first task to the last, for the balance of work. */
  z.object({ type: z.literal('done'), answers: z.array(answer), seconds: z.number() }),
  /** Something it needs did not come, or was forgotten; it says what it has. */
  z.object({ type: z.literal('lacking'), known: z.array(knowledge) }),
  /** It takes part in another study, or in none. */
  z.object({ type: z.literal('elsewhere') }),
  /** The coordinator has gone on meanwhile. */
  z.object({ type: z.literal('late') }),
  z.object({ type: z.literal('failed'), fault: faultRecord }),
]);
export type Outcome = z.infer<typeof outcome>;

/** A message as it has to be; one that is not is refused. */
export function read<T>(schema: z.ZodType<T>, bytes: Uint8Array): T {
  const parsed = schema.safeParse(decode(bytes));
  if (parsed.success) return parsed.data;
  throw new Fault('MpiError', `A message is not as it should be: ${z.prettifyError(parsed.error).slice(0, 300)}`, {
    context: { bytes: bytes.byteLength },
    suggestion: 'Use the same version of cobre everywhere, and let nobody else publish below its prefix.',
  });
}
