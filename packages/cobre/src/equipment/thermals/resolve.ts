import type { Entity } from '../../case/identity.js';
import { dayOf } from '../../case/read/calendar.js';
import { blockBounds } from '../../case/resolve/block-bounds.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from '../../case/resolve/context.js';
import type { Lifetime } from '../../case/system.js';
import { type Anticipation, withAnticipation } from './anticipation/lanes.js';
import type { ThermalEntry } from './schema.js';

export interface Thermal extends Entity, Lifetime {
  readonly busIndex: number;
  /** What results add it up under; null where the case does not say. */
  readonly class: string | null;
  /** Stages between the decision and the delivery of a GNL plant; null for ordinary plants. */
  readonly gnlLagStages: number | null;
  /** How far ahead generation is decided, in stages or in hours; null for ordinary plants. */
  readonly anticipated: Lead | null;
  /** Generation that was decided before the study, by dates; `endDay` is exclusive. */
  readonly commitments: readonly Commitment[];
  /** What was and will be promised of a plant that must know ahead; null for ordinary plants. */
  readonly anticipation: Anticipation | null;
  readonly at: readonly ThermalAtStage[];
}

export type Lead = { readonly stages: number } | { readonly hours: number };

/** Days count from 1970-01-01. */
export interface Commitment {
  readonly startDay: number;
  readonly endDay: number;
  readonly valueMw: number;
}

export interface ThermalAtStage {
  readonly exists: boolean;
  readonly minMw: number;
  readonly maxMw: number;
  /** The limits in each block, which may be narrower or wider than those of the stage. */
  readonly inBlock: readonly { readonly minMw: number; readonly maxMw: number }[];
  /** Usually one; several only for a stepwise cost. Widths sum to at least `maxMw`; costs as given, in file order. */
  readonly segments: readonly { readonly widthMw: number; readonly costPerMwh: number }[];
}

export function resolveThermals(context: ResolveContext): Thermal[] {
  const { raw, horizon, registries } = context;
  const bounds = blockBounds(raw, raw.thermalBounds, registries.thermals, (row) => row.thermal_id);
  const thermals = canonical(raw.thermals.thermals).map((thermal, index) => ({
    id: thermal.id,
    index,
    name: thermal.name,
    ...lifetimeOf(thermal),
    busIndex: registries.buses.indexOf(thermal.bus_id) ?? -1,
    class: thermal.class?.trim() || null,
    anticipation: null,
    gnlLagStages: thermal.gnl_config?.lag_stages ?? null,
    anticipated: leadOf(thermal),
    commitments: (raw.initialConditions.past_anticipated_commitments ?? [])
      .filter((row) => registries.thermals.indexOf(row.thermal_id) === index)
      .map(commitmentOf)
      .sort((a, b) => a.startDay - b.startDay),
    at: horizon.stages.map((stage) => {
      const limit = bounds.at(index, stage.id);
      const { min_mw, max_mw } = thermal.generation;
      const maxMw = limit.max_generation_mw ?? max_mw;
      const inBlock = stage.blocks.map((_, block) => {
        const own = bounds.inBlock(index, stage.id, block);
        return { minMw: own.min_generation_mw ?? min_mw, maxMw: own.max_generation_mw ?? max_mw };
      });
      const widest = Math.max(...inBlock.map((block) => block.maxMw));
      return {
        exists: existsAt(lifetimeOf(thermal), stage),
        minMw: limit.min_generation_mw ?? min_mw,
        maxMw,
        inBlock,
        segments: costSegments(thermal, Math.max(maxMw, widest), limit.cost_per_mwh ?? null),
      };
    }),
  }));
  return withAnticipation(context, thermals);
}

function leadOf({ anticipated_config: lead }: ThermalEntry): Lead | null {
  if (typeof lead?.lead_stages === 'number') return { stages: lead.lead_stages };
  return typeof lead?.lead_time_hours === 'number' ? { hours: lead.lead_time_hours } : null;
}

function commitmentOf(row: { start_date: string; end_date: string; value_mw: number }): Commitment {
  return { startDay: dayOf(row.start_date) ?? 0, endDay: dayOf(row.end_date) ?? 0, valueMw: row.value_mw };
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
