import type { SimulationLayout } from './layout.js';
import { scenarios } from './scenarios.js';
import { tables } from './tables.js';

/** By the names that `exports.simulation_layout` knows. */
export const simulationLayouts = { tables, scenarios } as const satisfies Record<string, SimulationLayout>;
