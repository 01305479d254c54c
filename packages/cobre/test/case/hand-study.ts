/**
 * A study small enough to be solved by hand: two months of 730 h, a load of 80 MW, plants of 40 MW at 10 $/MWh and 60 MW at
 * 30 $/MWh, and a reservoir with 50 hm³ at the start, inflows of 20 and 10 m³/s and 1 MW per m³/s.
 */
import { loadCase, type TrainOptions, train } from '../../src/index.js';
import { currentHydro, currentPenalties, currentStage, smallCurrentCase } from './current-case.js';
import { memoryCase } from './memory-case.js';
import type { CaseContents } from './write-case.js';

export async function optimum(
  changes: CaseContents,
  edit: (files: CaseContents) => void = () => {},
  options: TrainOptions = {},
): Promise<number> {
  const files = { ...smallCurrentCase(), ...changes };
  edit(files);
  const { case: study } = await loadCase('case', memoryCase(files));
  return (await train(study, options)).policy.lowerBound;
}

/** m³/s·h of water in the whole study, which are MWh. */
export const water = 50 / 0.0036 + 30 * 730;
/** $ when no water is used: 40 MW at 10 and 40 MW at 30. */
export const dry = 1600 * 1460;
/** Water replaces the dear plant and is never more than it gives. */
export const wet = dry - 30 * water;

export const hydroCosts = (costs: object) => ({
  'penalties.json': { ...currentPenalties, hydro: { ...currentPenalties.hydro, ...costs } },
});
export const hydro = (changes: Record<string, unknown>) => ({
  'system/hydros.json': { hydros: [currentHydro(0, changes)] },
});

export function unitsOf(most: number): object {
  const limits = { min_turbined_m3s: 0, max_turbined_m3s: most, min_generation_mw: 0, max_generation_mw: most };
  return { id: 0, name: 'Units', bus_id: 0, ...limits };
}

export const halves = [0, 1].map((id) => ({ id, name: `B${id}`, hours: 365 }));
export const twoBlocks = {
  'stages.json': {
    policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
    stages: [0, 1].map((id) => currentStage(id, { blocks: halves })),
  },
};
