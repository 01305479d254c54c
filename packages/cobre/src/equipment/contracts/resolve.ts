import type { Entity } from '../../case/identity.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from '../../case/resolve/context.js';
import { overridesBy } from '../../case/resolve/overrides.js';
import type { Lifetime } from '../../case/system.js';

export interface Contract extends Entity, Lifetime {
  readonly busIndex: number;
  readonly type: 'import' | 'export';
  readonly at: readonly {
    readonly exists: boolean;
    readonly minMw: number;
    readonly maxMw: number;
    /** Added to the cost per MWh exchanged, for imports and exports alike: an export that earns has a negative price. */
    readonly pricePerMwh: number;
  }[];
}

export function resolveContracts({ raw, horizon, registries }: ResolveContext): Contract[] {
  const bounds = overridesBy(raw.contractBounds, registries.contracts, (row) => row.contract_id);
  return canonical(raw.energyContracts?.contracts ?? []).map((contract, index) => ({
    id: contract.id,
    index,
    name: contract.name,
    ...lifetimeOf(contract),
    busIndex: registries.buses.indexOf(contract.bus_id) ?? -1,
    type: contract.type,
    at: horizon.stages.map((stage) => ({
      exists: existsAt(lifetimeOf(contract), stage),
      minMw: bounds.at(index, stage.id)?.min_mw ?? contract.limits.min_mw,
      maxMw: bounds.at(index, stage.id)?.max_mw ?? contract.limits.max_mw,
      pricePerMwh: bounds.at(index, stage.id)?.price_per_mwh ?? contract.price_per_mwh,
    })),
  }));
}
