import { finder, type Range } from '../../validation/ranges.js';
import type { Rule, RuleInput } from '../../validation/rule.js';
import { doubtful } from '../../validation/semantic/physical.js';
import { files } from './schema.js';

const power = ['min_mw', 'max_mw'] as const;

export function* ranges({ raw, registries }: RuleInput): Iterable<Range> {
  const contracts = raw.energyContracts?.contracts ?? [];
  for (const { id, limits } of contracts) {
    yield { file: files.energyContracts.path, id, name: power, min: limits.min_mw, max: limits.max_mw };
  }
  const contractOf = finder(registries.contracts, contracts);
  for (const row of raw.contractBounds ?? []) {
    const base = contractOf(row.contract_id)?.limits;
    if (!base || (row.min_mw === null && row.max_mw === null)) continue;
    const [min, max] = [row.min_mw ?? base.min_mw, row.max_mw ?? base.max_mw];
    yield { file: files.contractBounds.path, id: row.contract_id, stage: row.stage_id, name: power, min, max };
  }
}

/** An export earns through a negative price. */
export const exportPrices: Rule = {
  name: 'export prices',
  layer: 5,
  *check({ raw }) {
    for (const { id, type, price_per_mwh: price } of raw.energyContracts?.contracts ?? []) {
      if (type !== 'export' || price <= 0) continue;
      const detail = `export contract ${id} costs ${price} per MWh; an export that earns has a negative price`;
      const suggestion = 'Change the sign of price_per_mwh.';
      yield doubtful({ file: files.energyContracts.path, id, rule: 'export price', detail, suggestion });
    }
  },
};
