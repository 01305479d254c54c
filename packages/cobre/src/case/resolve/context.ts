import type { Horizon, Stage } from '../horizon.js';
import { compareDeclared, type EntityId } from '../identity.js';
import type { RawCase } from '../registry.js';
import type { Registries } from '../registry-index.js';
import type { Lifetime } from '../system.js';

/** What every resolver needs: the files, the horizon and the way from ids to indexes. */
export interface ResolveContext {
  readonly raw: RawCase;
  readonly horizon: Horizon;
  readonly registries: Registries;
}

/** Entries in canonical order, so that the position is the dense index. */
export function canonical<Entry extends { readonly id: EntityId }>(entries: readonly Entry[]): readonly Entry[] {
  return [...entries].sort(compareDeclared);
}

export function lifetimeOf(entry: {
  entry_stage_id?: number | null | undefined;
  exit_stage_id?: number | null | undefined;
}): Lifetime {
  return { entryStageId: entry.entry_stage_id ?? null, exitStageId: entry.exit_stage_id ?? null };
}

export function existsAt(lifetime: Lifetime, stage: Stage): boolean {
  const entered = lifetime.entryStageId === null || stage.id >= lifetime.entryStageId;
  return entered && (lifetime.exitStageId === null || stage.id < lifetime.exitStageId);
}
