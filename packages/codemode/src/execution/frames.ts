/**
 * What host and sandbox say to each other: one JSON object per line, over the pipes that are the sandbox's standard input
 * and output. The sandbox is not trusted, so whatever arrives from it is checked and a longer line than agreed ends it.
 */
import { attempt } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import type { Limits } from './executor.js';

export interface StartFrame extends Limits {
  readonly type: 'start';
  readonly prelude: string;
  readonly javascript: string;
  readonly catalog: string;
  readonly state: string;
  readonly moment?: number | undefined;
}

/** `text` is the JSON that the prelude's `settle` reads. */
export interface SettleFrame {
  readonly type: 'settle';
  readonly text: string;
}

/** The time of the program stands still between the two. */
export interface ClockFrame {
  readonly type: 'hold' | 'resume';
}

export type HostFrame = StartFrame | SettleFrame | ClockFrame;

const Base64 = z.string().regex(/^[A-Za-z0-9+/_=\s-]*$/);

const Part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), data: Base64, mimeType: z.string().max(200) }),
  z.strictObject({ type: z.literal('audio'), data: Base64, mimeType: z.string().max(200) }),
  z.strictObject({
    type: z.literal('file'),
    name: z.string().max(200),
    mimeType: z.string().max(200),
    text: z.string().optional(),
    data: Base64.optional(),
  }),
]);

const Request = z.strictObject({
  id: z.int().min(1),
  kind: z.enum(['tool', 'raw', 'search', 'describe', 'result']),
  target: z.string().max(10_000),
  input: z.unknown().optional(),
});

const GuestError = z.object({
  name: z.string(),
  message: z.string(),
  stack: z.string(),
  server: z.string().optional(),
  tool: z.string().optional(),
});

const leftovers = {
  state: z.string().optional(),
  unawaited: z.array(z.object({ target: z.string(), pending: z.boolean() })).default([]),
  droppedChars: z.number().default(0),
};

const End = z.discriminatedUnion('kind', [
  z.object({ ...leftovers, kind: z.literal('returned'), value: z.string().optional() }),
  z.object({ ...leftovers, kind: z.literal('threw'), error: GuestError }),
  z.object({ ...leftovers, kind: z.enum(['timeout', 'cpu', 'memory']) }),
  z.object({ ...leftovers, kind: z.enum(['stalled', 'waiting']) }),
  z.object({ ...leftovers, kind: z.literal('crashed'), reason: z.string() }),
]);

const GuestFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('log'), text: z.string() }),
  z.strictObject({ type: z.literal('part'), part: Part }),
  z.strictObject({ type: z.literal('request'), request: Request }),
  z.strictObject({ type: z.literal('end'), ending: End }),
]);

export type GuestFrame = z.output<typeof GuestFrame>;

/** The frame, or undefined when the line is not one that an honest sandbox would write. */
export function readFrame(line: string): GuestFrame | undefined {
  return attempt(() => GuestFrame.safeParse(JSON.parse(line)).data, undefined);
}
