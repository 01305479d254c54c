/** A deck as its files say it, every record with the place it was read at. */
import type { readCostClasses } from '../readers/clast.js';
import type { readGeneral } from '../readers/dger.js';
import type { readFormulas } from '../readers/electrical-csv.js';
import type { Expansion } from '../readers/exph.js';
import type { Register } from '../readers/hidr.js';
import type { PlantEntry, ReservoirEntry } from '../readers/hydro-configuration.js';
import type { Penalty, readElectricalLimits, readInterchangeGroups } from '../readers/limits.js';
import type { Origin } from '../readers/line.js';
import type { Modification } from '../readers/modif.js';
import type { Blocks } from '../readers/patamar.js';
import type { RiskAversion, readHistoricalYears, readLosses, readSafetyCurve } from '../readers/risk.js';
import type { System } from '../readers/sistema.js';
import type { Anticipated, Maintenance, ThermalChange, ThermalData, ThermalEntry } from '../readers/thermals.js';
import type { Flows } from '../readers/vazoes.js';
import type { PastFlows, PlannedMonth } from '../readers/vazpast.js';
import type { AdditionalLoad, MinimumGeneration, Withdrawal } from '../readers/water-and-load.js';

import type { Doubt } from './doubt.js';
import type { FileKey } from './files.js';

export interface Deck {
  readonly general: ReturnType<typeof readGeneral>;
  readonly system: System;
  readonly plants: readonly PlantEntry[];
  readonly reservoirs: readonly ReservoirEntry[];
  readonly register: ReadonlyMap<number, Register>;
  readonly flows: Flows;
  readonly pastFlows: readonly PastFlows[];
  readonly plannedMonth: PlannedMonth | null;
  readonly modifications: readonly Modification[];
  readonly expansions: readonly Expansion[];
  readonly thermals: readonly ThermalEntry[];
  readonly thermalData: readonly ThermalData[];
  readonly costs: ReturnType<typeof readCostClasses>;
  readonly thermalChanges: readonly ThermalChange[];
  readonly maintenance: readonly Maintenance[];
  readonly anticipated: readonly Anticipated[];
  readonly blocks: Blocks;
  readonly additionalLoads: readonly AdditionalLoad[];
  readonly withdrawals: readonly Withdrawal[];
  readonly minimumGeneration: readonly MinimumGeneration[];
  readonly groups: ReturnType<typeof readInterchangeGroups>;
  readonly electrical: ReturnType<typeof readElectricalLimits>;
  readonly formulas: ReturnType<typeof readFormulas>;
  readonly penalties: readonly Penalty[];
  readonly risk: RiskAversion | null;
  readonly safetyCurve: ReturnType<typeof readSafetyCurve>;
  readonly losses: ReturnType<typeof readLosses>;
  /** Records of files that are recognised and not imported. */
  readonly recognised: readonly Recognised[];
  readonly historicalYears: ReturnType<typeof readHistoricalYears> | null;
  readonly files: readonly ReadFile[];
  readonly doubts: readonly Doubt[];
}

export interface Recognised {
  readonly key: FileKey;
  readonly origin: Origin;
}

/** A file of the deck folder, whether it was read or not. */
export interface ReadFile {
  readonly name: string;
  readonly bytes: number;
  /** Null for what lies beside the deck and was not read. */
  readonly sha256: string | null;
  readonly lines: number | null;
  /** Null for files the program does not know. */
  readonly key: string | null;
  readonly need: 'needed' | 'used' | 'known' | 'output' | null;
}
