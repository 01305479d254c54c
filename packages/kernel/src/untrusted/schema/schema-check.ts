import type { JsonObject } from '../../essentials/is-object.js';
import { bounds } from '../bounds.js';
import { askWorker } from './check-worker.js';
import type { Misfit } from './compile.js';
import type { DirectCheck } from './direct-check.js';
import { membersOf, schemaExcess } from './schema-size.js';

export type { Misfit } from './compile.js';

/** What a check came to. A check that would take too long says nothing about the value, and says why. */
export type SchemaVerdict =
  | { readonly misfits: readonly Misfit[]; readonly undecided?: undefined; readonly unusable?: undefined }
  | { readonly undecided: string; readonly misfits?: undefined; readonly unusable?: undefined }
  /** The schema makes no sense, so that nothing can be checked against it. */
  | { readonly unusable: string; readonly misfits?: undefined; readonly undecided?: undefined };

export interface SchemaCheckWishes {
  /** Find all that is wrong, and not only the first thing. */
  readonly all?: boolean;
}

/**
 * Checks values against a schema that a server wrote, and cannot be stopped by it: schemas are bounded, what is certain
 * to be quick is done at once, and everything else in a worker that is ended after a second. The compiler is loaded with
 * the first value.
 */
export function schemaCheck(
  schema: JsonObject,
  { all = false }: SchemaCheckWishes = {},
): (value: unknown) => Promise<SchemaVerdict> {
  let direct: DirectCheck | undefined;
  let unusable: string | undefined;
  const excess = schemaExcess(schema);
  if (excess !== undefined) unusable = `it ${excess}`;
  return async (value) => {
    if (unusable !== undefined) return { unusable };
    try {
      direct ??= new (await import('./direct-check.js')).DirectCheck(schema, { all });
    } catch (error) {
      unusable = (error as Error).message;
      return { unusable };
    }
    const misfits = direct.misfits(value);
    return misfits === undefined ? inWorker(schema, value, all) : { misfits };
  };
}

async function inWorker(schema: JsonObject, value: unknown, all: boolean): Promise<SchemaVerdict> {
  const { values, ms } = bounds.check;
  if (membersOf(value, values) > values) return { undecided: `the value has more than ${values} members` };
  const answer = await askWorker({ schema, value, all });
  if (answer === 'late') return { undecided: `checking took longer than ${ms} ms` };
  return answer === 'failed' ? { undecided: 'the check ended before it came to a verdict' } : answer;
}
