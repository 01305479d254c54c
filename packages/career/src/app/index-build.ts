import type { Actor } from '@quadrivium/ledger';
import { faultKind } from '../faults.js';
import type { CareerApp } from './career-app.js';
import { atomText, type Indexed } from './text-vectors.js';

export const indexScopes = ['atoms', 'resumes', 'opps', 'opportunities', 'all'] as const;
export type IndexScope = (typeof indexScopes)[number];

export interface IndexBuild {
  readonly scope: IndexScope;
  readonly traceId?: string | undefined;
  readonly actor: Actor;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

const yieldEvery = 200;

/** Makes the vectors of everything in scope; whatever has not changed is skipped. Cancelling keeps what is done. */
export async function buildIndex(app: CareerApp, request: IndexBuild) {
  const trace = app.traceFor(request.traceId ?? app.surroundings.newId('trace'), request.actor);
  const run_id = app.surroundings.newId('run');
  trace.record('IndexBuildStarted', { source: 'app_service', operation: 'index_build', scope: request.scope });
  try {
    const { counts, status } = await indexAll(app, request);
    trace.record('IndexBuildCompleted', { run_id, ...counts, status });
    return { run_id, status, counts, trace_id: trace.id };
  } catch (error) {
    trace.record('IndexBuildFailed', { run_id, code: faultKind(error) });
    throw error;
  }
}

async function indexAll(app: CareerApp, { scope, signal, onProgress }: IndexBuild) {
  const texts = textsIn(app, scope);
  const counts: Record<Indexed, number> = { indexed: 0, skipped: 0, stale: 0 };
  for (const [done, { key, text }] of texts.entries()) {
    if (signal?.aborted) return { counts, status: 'cancelled' };
    counts[app.vectors.ensure(key, text)] += 1;
    if (done % yieldEvery === 0) await pause(() => onProgress?.(done, texts.length));
  }
  onProgress?.(texts.length, texts.length);
  return { counts, status: 'completed' };
}

/** Lets messages in: a cancellation can only be seen when the event loop turns. */
function pause(then: () => void): Promise<void> {
  return new Promise((resolve) => setImmediate(() => resolve(then())));
}

function textsIn(app: CareerApp, scope: IndexScope): { key: string; text: string }[] {
  const wanted = (name: IndexScope) => scope === 'all' || scope === name;
  const atoms = wanted('atoms')
    ? app.store.allAtoms().map((atom) => ({ key: `atom:${atom.atom_id}`, text: atomText(atom) }))
    : [];
  const resumes = wanted('resumes')
    ? app.store.resumes().map((one) => ({ key: `resume:${one.resume_id}`, text: one.resume_md }))
    : [];
  const opportunities =
    wanted('opps') || wanted('opportunities')
      ? app.store.opportunities().map((one) => ({
          key: `opp:${one.opportunity_id}`,
          text: [one.role_title, one.company, ...one.requirements.map((requirement) => requirement.text)].join('\n'),
        }))
      : [];
  return [...atoms, ...resumes, ...opportunities];
}
