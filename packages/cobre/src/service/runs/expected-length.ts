/**
 * How long a run may take, told from the settings before anything is read to its end: the linear programs that its
 * iterations and scenarios solve, times what one of them takes. It is meant for one question (minutes, or half a day?),
 * not for a calendar: rules that stop early are not foreseen, and a thread is counted as one of the machine that the
 * figures below were measured on.
 */
import { defaultIterationLimit } from '../../sddp/stopping/index.js';
import { type JsonRecord, listAt, readCaseJson, recordAt } from '../cases/case-json.js';
import { countPaths } from '../cases/count-paths.js';
import { simulatedScenarios } from '../cases/scenarios.js';
import type { Files } from '../files/files.js';
import type { Phases } from './run-messages.js';

export interface ExpectedLength {
  readonly programs: number;
  readonly iterations: number;
  /** On one thread. */
  readonly seconds: number;
}

/** Rough, on two busy cores of an AMD EPYC: 0.02 ms in 4ree, 0.05 ms in the valley of the demonstration, 4 ms with 151 plants and 3 blocks. */
const secondsPerProgram = 20e-6;
const secondsPerPlantAndBlock = 8e-6;

/** Undefined where the settings do not tell; the run itself will say what is wrong with them. */
export async function expectedLength(
  files: Files,
  caseDirectory: string,
  phases: Phases,
): Promise<ExpectedLength | undefined> {
  const read = (name: string): Promise<JsonRecord | null> => readCaseJson(files, caseDirectory, name);
  try {
    const [config, stages] = [await read('config.json'), await read('stages.json')];
    const hydros = listAt(await read('system/hydros.json'), 'hydros', 'system/hydros.json').length;
    return config === null ? undefined : lengthOf(config, stages, hydros, phases);
  } catch {
    return undefined;
  }
}

function lengthOf(config: JsonRecord, stages: JsonRecord | null, hydros: number, phases: Phases): ExpectedLength {
  const list = listAt(stages, 'stages', 'stages.json');
  const blocks = sumOf(list.map((stage) => (Array.isArray(stage.blocks) ? stage.blocks.length : 1)));
  const each = secondsPerProgram + secondsPerPlantAndBlock * hydros * (blocks / Math.max(1, list.length));
  const simulated = phases === 'training' ? 0 : simulatedScenarios(config, stages) * list.length;
  if (phases === 'simulation') return { programs: simulated, iterations: 0, seconds: simulated * each };
  const { programs, iterations, limitSeconds } = trainingOf(recordAt(config, 'training'), stages, list);
  const seconds = Math.min(programs * each, limitSeconds) + simulated * each;
  return { programs: programs + simulated, iterations, seconds };
}

/** An iteration goes through every stage with each of its passes, and back through every opening of all but the first. */
function trainingOf(training: JsonRecord, stages: JsonRecord | null, list: readonly JsonRecord[]) {
  const selection = recordAt(training, 'selection');
  const sampled = numberOr(selection.forward_passes ?? training.forward_passes, 1);
  const passes = selection.method === 'enumerated' ? countPaths(stages) : sampled;
  const openings = list.slice(1).map((entry) => numberOr(entry.num_openings ?? entry.num_scenarios, 1));
  const rules = listAt(training, 'stopping_rules', 'config.json');
  const iterations = numberOr(rules.find(({ type }) => type === 'iteration_limit')?.limit, defaultIterationLimit);
  const ends = rules.find(({ type }) => type === 'time_limit')?.seconds;
  return {
    iterations,
    programs: iterations * passes * (list.length + sumOf(openings)),
    limitSeconds: training.stopping_mode === 'all' ? Infinity : numberOr(ends, Infinity),
  };
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
