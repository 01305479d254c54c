import jsonPatch, { type Operation } from 'fast-json-patch';
import type { ModelConfig } from '../../config/schema.js';
import { cpeFault } from '../../faults.js';

export type PatchStep = NonNullable<NonNullable<ModelConfig['patchRequest']>['jsonPatch']>[number];

/** Applies a JSON Patch (RFC 6902) to a copy of the value. */
export function applyPatch(value: unknown, steps: readonly PatchStep[]): unknown {
  const operations = structuredClone(steps) as Operation[];
  try {
    return jsonPatch.applyPatch(structuredClone(value), operations, true, true, true).newDocument;
  } catch (cause) {
    throw cpeFault('ConfigInvalid', `patchRequest.jsonPatch cannot be applied to the request: ${reasonOf(cause)}.`);
  }
}

/** Beyond its first line the library repeats the whole request, which may hold what nobody else should read. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof jsonPatch.JsonPatchError)) return 'it would change a prototype';
  const { message, operation } = cause as Error & { operation?: PatchStep };
  const [reason = ''] = message.split('\n');
  return operation === undefined ? reason : `${reason} (${operation.op} ${operation.path})`;
}
