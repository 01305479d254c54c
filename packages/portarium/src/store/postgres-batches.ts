/**
 * Writes that wait to be sent, put together: those to different tables become one statement, which costs the server one
 * plan and one answer. Writes to one table stay in their order, each in a statement of its own.
 */
import type { SqlValue } from './sql.js';

export interface Write {
  readonly table: string | undefined;
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export function batched(writes: readonly Write[]): readonly Write[] {
  const batches: Write[][] = [];
  for (const write of writes) {
    const last = batches.at(-1);
    if (last !== undefined && fits(last, write)) last.push(write);
    else batches.push([write]);
  }
  return batches.map(asOne);
}

/** A statement in two halves could not be told apart from two, so those that make tables stay alone. */
function fits(batch: readonly Write[], { table }: Write): boolean {
  return table !== undefined && batch.every((other) => other.table !== undefined && other.table !== table);
}

function asOne(batch: readonly Write[]): Write {
  const [only] = batch;
  if (only === undefined || batch.length === 1) return only as Write;
  const parts = batch.slice(0, -1).map(({ text }, i) => `part_${i} AS (${text})`);
  return {
    table: undefined,
    text: `WITH ${parts.join(', ')} ${batch.at(-1)?.text}`,
    values: batch.flatMap(({ values }) => values),
  };
}
