import type { Stage } from '../../case/horizon.js';
import type { Entity } from '../../case/identity.js';
import { blockBounds, withoutNulls } from '../../case/resolve/block-bounds.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from '../../case/resolve/context.js';
import { factorsOf, overridesBy } from '../../case/resolve/overrides.js';
import type { Lifetime } from '../../case/system.js';
import type { LineEntry } from './schema.js';

export interface Line extends Entity, Lifetime {
  readonly sourceBusIndex: number;
  readonly targetBusIndex: number;
  readonly at: readonly LineAtStage[];
}

export interface LineAtStage {
  readonly exists: boolean;
  readonly exchangeCostPerMwh: number;
  /** Capacity from source to target in each block, exchange factors applied. */
  readonly directMw: readonly number[];
  /** Capacity from target to source in each block, exchange factors applied. */
  readonly reverseMw: readonly number[];
  /** Share of the sent power that arrives in each block, from source to target. */
  readonly directArriving: readonly number[];
  /** The same from target to source. */
  readonly reverseArriving: readonly number[];
}

export function resolveLines(context: ResolveContext): Line[] {
  const { raw, registries } = context;
  const resolveAt = lineAtStage(context);
  return canonical(raw.lines.lines).map((line, index) => ({
    id: line.id,
    index,
    name: line.name,
    ...lifetimeOf(line),
    sourceBusIndex: registries.buses.indexOf(line.source_bus_id) ?? -1,
    targetBusIndex: registries.buses.indexOf(line.target_bus_id) ?? -1,
    at: context.horizon.stages.map((stage) => resolveAt(line, index, stage)),
  }));
}

function lineAtStage({ raw, registries }: ResolveContext) {
  const bounds = blockBounds(raw, raw.lineBounds, registries.lines, (row) => row.line_id);
  const penalties = overridesBy(raw.penaltyOverridesLine, registries.lines, (row) => row.line_id);
  const factors = overridesBy(raw.exchangeFactors?.exchange_factors, registries.lines, (row) => row.line_id);
  return (line: LineEntry, index: number, stage: Stage): LineAtStage => {
    const share = factors.at(index, stage.id)?.block_factors;
    const inBlock = (block: number) => withoutNulls(bounds.inBlock(index, stage.id, block));
    const most = (block: number) => ({ ...line.capacity, ...inBlock(block) });
    const arriving = (lost: 'direct_losses_percent' | 'reverse_losses_percent') =>
      stage.blocks.map((_, block) => 1 - (inBlock(block)[lost] ?? line.losses_percent ?? 0) / 100);
    return {
      exists: existsAt(lifetimeOf(line), stage),
      exchangeCostPerMwh:
        penalties.at(index, stage.id)?.exchange_cost ?? line.exchange_cost ?? raw.penalties.line.exchange_cost,
      directMw: factorsOf(share, stage.blocks.length, (f) => f.direct_factor).map(
        (factor, k) => factor * most(k).direct_mw,
      ),
      reverseMw: factorsOf(share, stage.blocks.length, (f) => f.reverse_factor).map(
        (factor, k) => factor * most(k).reverse_mw,
      ),
      directArriving: arriving('direct_losses_percent'),
      reverseArriving: arriving('reverse_losses_percent'),
    };
  };
}
