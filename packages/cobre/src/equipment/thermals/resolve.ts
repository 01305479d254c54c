import type { Entity } from '../../case/identity.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from '../../case/resolve/context.js';
import { overridesBy } from '../../case/resolve/overrides.js';
import type { Lifetime } from '../../case/system.js';
import type { ThermalEntry } from './schema.js';

export interface Thermal extends Entity, Lifetime {
  readonly busIndex: number;
  /** Stages between the decision and the delivery of a GNL plant; null for ordinary plants. */
  readonly gnlLagStages: number | null;
  readonly at: readonly ThermalAtStage[];
}

export interface ThermalAtStage {
  readonly exists: boolean;
  readonly minMw: number;
  readonly maxMw: number;
  /** Usually one; several only for a stepwise cost. Widths sum to at least `maxMw`; costs as given, in file order. */
  readonly segments: readonly { readonly widthMw: number; readonly costPerMwh: number }[];
}

export function resolveThermals({ raw, horizon, registries }: ResolveContext): Thermal[] {
  const bounds = overridesBy(raw.thermalBounds, registries.thermals, (row) => row.thermal_id);
  return canonical(raw.thermals.thermals).map((thermal, index) => ({
    id: thermal.id,
    index,
    name: thermal.name,
    ...lifetimeOf(thermal),
    busIndex: registries.buses.indexOf(thermal.bus_id) ?? -1,
    gnlLagStages: thermal.gnl_config?.lag_stages ?? null,
    at: horizon.stages.map((stage) => {
      const limit = bounds.at(index, stage.id);
      const maxMw = limit?.max_generation_mw ?? thermal.generation.max_mw;
      return {
        exists: existsAt(lifetimeOf(thermal), stage),
        minMw: limit?.min_generation_mw ?? thermal.generation.min_mw,
        maxMw,
        segments: costSegments(thermal, maxMw, limit?.cost_per_mwh ?? null),
      };
    }),
  }));
}

/** A stage cost replaces the whole cost curve. A curve that ends below the maximum goes on at its last price. */
function costSegments(thermal: ThermalEntry, maxMw: number, stageCost: number | null) {
  const curve = stageCost === null ? thermal.cost_segments : null;
  if (!curve) return [{ widthMw: maxMw, costPerMwh: stageCost ?? thermal.cost_per_mwh ?? 0 }];
  const covered = curve.reduce((sum, segment) => sum + segment.capacity_mw, 0);
  return curve.map((segment, i) => ({
    widthMw: segment.capacity_mw + (i === curve.length - 1 ? Math.max(0, maxMw - covered) : 0),
    costPerMwh: segment.cost_per_mwh,
  }));
}
