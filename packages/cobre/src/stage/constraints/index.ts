import type { StageConstraint } from '../constraint.js';
import { contracts } from './contracts.js';
import { deficit } from './deficit.js';
import { diversion } from './diversion.js';
import { evaporation } from './evaporation.js';
import { excess } from './excess.js';
import { fillingTarget } from './filling-target.js';
import { fpha } from './fpha.js';
import { genericConstraints } from './generic-constraints.js';
import { inflowSlack } from './inflow-slack.js';
import { lines } from './lines.js';
import { loadBalance } from './load-balance.js';
import { minimumGeneration } from './minimum-generation.js';
import { minimumStorage } from './minimum-storage.js';
import { minimumTurbined } from './minimum-turbined.js';
import { nonControllable } from './non-controllable.js';
import { outflowLimits } from './outflow-limits.js';
import { pumping } from './pumping.js';
import { spillage } from './spillage.js';
import { thermalGeneration } from './thermal-generation.js';
import { turbinedFlow } from './turbined-flow.js';
import { waterBalance } from './water-balance.js';
import { withdrawal } from './withdrawal.js';

/** In order: the two balances own the rows that everybody else adds to, and user constraints may name any column. */
export const stageConstraints: readonly StageConstraint[] = [
  waterBalance,
  loadBalance,
  turbinedFlow,
  spillage,
  diversion,
  fpha,
  inflowSlack,
  minimumStorage,
  fillingTarget,
  evaporation,
  withdrawal,
  outflowLimits,
  minimumTurbined,
  minimumGeneration,
  pumping,
  thermalGeneration,
  contracts,
  nonControllable,
  lines,
  deficit,
  excess,
  genericConstraints,
];
