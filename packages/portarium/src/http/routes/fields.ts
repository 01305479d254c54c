/** Pieces that several routes share. */
import * as z from 'zod';
import { tiers } from '../../domain/tier.js';

export const page = {
  limit: z.coerce.number().int().min(1).max(200).optional().describe('50 when omitted'),
  cursor: z.string().max(1000).optional().describe('From `nextCursor` of the page before'),
};

export const text = z.string().trim().min(1).max(500);
export const longText = z.string().trim().min(1).max(10_000);
export const json = z.record(z.string(), z.unknown());
export const tier = z.enum(tiers);
/** A definition as an object, or as JSON or YAML text. */
export const source = z.union([json, z.string().min(1)]);

export const listOf = (item: z.ZodType) => z.looseObject({ items: z.array(item), nextCursor: z.string().optional() });

/** The request without the fields that were not given; the control plane tells absent from undefined. */
export function given<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}

export const items = async <Item>(list: Promise<readonly Item[]>) => ({ items: await list });
