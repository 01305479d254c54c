import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { cpeFault } from '../../faults.js';
import type { PlannedEffect } from './effect-preview.js';

const Plan = z.strictObject({
  version: z.literal(1),
  effects: z.array(
    z.strictObject({ server: z.string(), tool: z.string(), arguments: z.record(z.string(), z.unknown()) }),
  ),
});

export type Plan = z.output<typeof Plan>;

export function writePlan(path: string, effects: readonly PlannedEffect[]): void {
  makeFolder(dirname(path), 0o700);
  writeFileSync(path, `${JSON.stringify({ version: 1, effects }, undefined, 2)}\n`, { mode: 0o600 });
}

export function parsePlan(text: string, path: string): Plan {
  try {
    return Plan.parse(JSON.parse(text));
  } catch (error) {
    throw cpeFault('Usage', `${path} is no list of effects that cpe --preview wrote: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** The list as a person reads it. */
export function planText(effects: readonly PlannedEffect[]): string {
  return effects
    .map(({ server, tool, arguments: args }, index) => `${index + 1}. ${server}/${tool} ${JSON.stringify(args)}\n`)
    .join('');
}
