import type { Entity } from '../../case/identity.js';
import { blockBounds } from '../../case/resolve/block-bounds.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from '../../case/resolve/context.js';
import type { Lifetime } from '../../case/system.js';

export interface Contract extends Entity, Lifetime {
  readonly busIndex: number;
  readonly type: 'import' | 'export';
  readonly at: readonly (ContractTerms & {
    readonly exists: boolean;
    readonly inBlock: readonly ContractTerms[];
  })[];
}

export type ContractTerms = ReturnType<typeof termsOf>;

export function resolveContracts({ raw, horizon, registries }: ResolveContext): Contract[] {
  const bounds = blockBounds(raw, raw.contractBounds, registries.contracts, (row) => row.contract_id);
  return canonical(raw.energyContracts?.contracts ?? []).map((contract, index) => ({
    id: contract.id,
    index,
    name: contract.name,
    ...lifetimeOf(contract),
    busIndex: registries.buses.indexOf(contract.bus_id) ?? -1,
    type: contract.type,
    at: horizon.stages.map((stage) => ({
      exists: existsAt(lifetimeOf(contract), stage),
      ...termsOf(contract, bounds.at(index, stage.id)),
      inBlock: stage.blocks.map((_, block) => termsOf(contract, bounds.inBlock(index, stage.id, block))),
    })),
  }));
}

interface Given {
  readonly limits: { readonly min_mw: number; readonly max_mw: number };
  readonly price_per_mwh: number;
}

interface Limits {
  readonly min_mw?: number | null;
  readonly max_mw?: number | null;
  readonly price_per_mwh?: number | null;
}

function termsOf({ limits, price_per_mwh }: Given, limit: Limits) {
  return {
    minMw: limit.min_mw ?? limits.min_mw,
    maxMw: limit.max_mw ?? limits.max_mw,
    /** Added to the cost per MWh exchanged, for imports and exports alike: an export that earns has a negative price. */
    pricePerMwh: limit.price_per_mwh ?? price_per_mwh,
  };
}
