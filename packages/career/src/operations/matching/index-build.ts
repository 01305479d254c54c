import * as z from 'zod';
import { buildIndex, indexScopes } from '../../app/index-build.js';
import { actorOf } from '../actor.js';
import { operation } from '../operation.js';
import { traceId } from '../shared-fields.js';

export const indexBuildOperation = operation({
  name: 'index_build',
  title: 'Build the vector index',
  description:
    'Makes the vectors of atoms, resumes and opportunities; what has not changed is skipped. Reports progress and can be cancelled.',
  effect: 'write',
  idempotent: true,
  timeoutMs: 0,
  input: z.strictObject({
    scope: z.enum(indexScopes).default('all').describe('What to index'),
    trace_id: traceId,
  }),
  output: z.object({
    run_id: z.string(),
    status: z.string(),
    counts: z.object({ indexed: z.int(), skipped: z.int(), stale: z.int() }),
    trace_id: z.string(),
  }),
  run: ({ scope, trace_id }, { app, identity, signal, progress }) =>
    buildIndex(app, {
      scope,
      traceId: trace_id,
      actor: actorOf(identity),
      signal,
      onProgress: (done, total) => progress.report({ progress: done, total, message: `${done} of ${total} texts` }),
    }),
});
