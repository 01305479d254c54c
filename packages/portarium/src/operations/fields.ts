/** Pieces that several operations share. */
import * as z from 'zod';
import { tiers } from '../domain/tier.js';

export const page = {
  limit: z.coerce.number().int().min(1).max(200).optional().describe('50 when omitted'),
  cursor: z.string().max(1000).optional().describe('From `nextCursor` of the page before'),
};

export const text = z.string().trim().min(1).max(500);
export const longText = z.string().trim().min(1).max(10_000);
export const json = z.record(z.string(), z.unknown());
export const tier = z.enum(tiers);
export const after = z.coerce.number().int().min(0).optional();
/** A definition as an object, or as JSON or YAML text. */
export const source = z.union([json, z.string().min(1)]);

/** As browsers give them to WebAuthn. */
export const bytes = z
  .string()
  .regex(/^[\w-]+$/, 'base64url')
  .max(20_000);

/** Part of a path: whatever is there is looked up, and not found. */
export const id = z.string().min(1);
export const idempotencyKey = z.string().min(1).max(200).optional();
export const keyHeader = { idempotencyKey: 'Idempotency-Key' } as const;

/** What a model says is trimmed, and explained to it. */
export const said = (description: string) => z.string().trim().min(1).describe(description);
/** An empty text says nothing. */
export const saidWhy = (description: string) =>
  z
    .string()
    .optional()
    .describe(description)
    .transform((words) => words?.trim() || undefined);
export const saidWorkspace = said('Workspace to work in');
export const saidKey = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .describe('Makes a repeated call harmless: the same key and arguments give the first answer again, for 24 hours');

export const items = async <Item>(list: Promise<readonly Item[]>) => ({ items: await list });

/** The request without the fields that were not given; use cases tell absent from undefined. */
export type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

export function given<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}
