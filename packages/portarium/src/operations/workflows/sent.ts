import * as z from 'zod';
import { json, source } from '../fields.js';

/** A definition may come bare, as in the original, or wrapped as text with a word about activation. */
export const Sent = z.union([z.strictObject({ source, activate: z.boolean().optional() }), json]);

export function unwrap(sent: z.output<typeof Sent>): { source: unknown; activate?: boolean } {
  if (!('source' in sent)) return { source: sent };
  const { activate } = sent as { activate?: boolean };
  return { source: sent.source, ...(activate === undefined ? {} : { activate }) };
}

/** The text of a file as a command sends it. */
export const sentText = ({ workflow, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  workflow: { source: workflow },
});
