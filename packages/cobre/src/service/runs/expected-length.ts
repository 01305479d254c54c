/**
 * How long a run may take: its linear programs, which are counted, times what one of them takes, which is a guess. It is
 * meant for one question (minutes, or half a day?), not for a calendar: rules that stop early are not foreseen, and a thread
 * is taken for one of the machine that the figures below were measured on. `estimate-run.ts` measures instead.
 */
import type { Case } from '../../case/model.js';
import { countPrograms } from '../../sddp/index.js';
import { loadCase } from '../../validation/load-case.js';
import { caseAccess } from '../cases/case-access.js';
import type { Files } from '../files/files.js';
import { casePlace } from '../files/place.js';
import type { Phases } from './run-messages.js';

export interface ExpectedLength {
  readonly programs: number;
  readonly iterations: number;
  /** On one thread. */
  readonly guessedSeconds: number;
}

/** Rough, on two busy cores of an AMD EPYC: 0.02 ms in 4ree, 0.05 ms in the valley of the demonstration, 4 ms with 151 plants and 3 blocks. */
const secondsPerProgram = 20e-6;
const secondsPerPlantAndBlock = 8e-6;

/** Reads the whole case, so a server has it done by a reader. */
export async function expectedLength(files: Files, caseDirectory: string, phases: Phases): Promise<ExpectedLength> {
  await casePlace(files, caseDirectory);
  return lengthOf((await loadCase(caseDirectory, caseAccess(files))).case, phases);
}

function lengthOf(study: Case, phases: Phases): ExpectedLength {
  const counted = countPrograms(study);
  const training = phases === 'simulation' ? 0 : counted.forward + counted.backward;
  const simulation = phases === 'training' ? 0 : counted.simulation;
  const each = guessOf(study);
  return {
    programs: training + simulation,
    iterations: phases === 'simulation' ? 0 : counted.iterations,
    guessedSeconds: Math.min(training * each, secondsAllowed(study)) + simulation * each,
  };
}

function guessOf({ system, horizon: { stages } }: Case): number {
  const blocks = stages.reduce((sum, stage) => sum + stage.blocks.length, 0) / stages.length;
  return secondsPerProgram + secondsPerPlantAndBlock * system.hydros.length * blocks;
}

function secondsAllowed({ settings }: Case): number {
  const { stoppingMode, stoppingRules } = settings.training;
  const limits = stoppingRules.flatMap((rule) => (rule.type === 'time_limit' ? [rule.seconds] : []));
  return stoppingMode === 'all' ? Infinity : Math.min(Infinity, ...limits);
}
