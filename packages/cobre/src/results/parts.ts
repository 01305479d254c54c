/**
 * A run has two parts. Each has a mark of success, written last; the one question whether a part is whole is `partState`,
 * and every reader of results asks it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { resultTables } from '../simulation/index.js';
import type { OutputFolder } from './folder/output-folder.js';
import { planningNames } from './simulation/planning/layout.js';

export type RunPart = 'training' | 'simulation';

const mark = '_SUCCESS';
const metadataFile = 'metadata.json';
/** How far a simulation came that is under way, or was when its process ended. */
export const progressFile = 'progress.json';

/** Where files of a simulation lie until they are whole. */
export const draftFolder = '.draft';

const trainingNames = [
  'convergence.parquet',
  'timing',
  'solver',
  'cut_selection',
  'dictionaries',
  'scaling_report.json',
  'proof.json',
];
const simulationNames = [
  ...resultTables.map(({ folder }) => folder.split('/')[0]!).flatMap((name) => [name, `${name}.parquet`]),
  'solver',
  'scenario_summary.parquet',
  'paths.parquet',
  ...planningNames.map((name) => `${name}.parquet`),
  draftFolder,
  progressFile,
];

/** Takes back what an earlier run left before a new one writes, and nothing that no run writes; the mark goes first. */
export async function beginPart(output: OutputFolder, part: RunPart): Promise<void> {
  const folder = await output.folder(part);
  const written = part === 'training' ? trainingNames : simulationNames;
  for (const name of new Set([mark, metadataFile, ...written])) await folder.remove(name);
}

/** The last file of a part: without it nothing there counts as a finished run. */
export async function finishPart(output: OutputFolder, part: RunPart): Promise<void> {
  await (await output.folder(part)).write(mark, '');
}

/** What is known about a part of a run. */
export interface PartState {
  readonly finished: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Of a simulation: scenarios whose results are there, or were reached, and those that were asked for. */
  readonly completed: number | null;
  readonly scenarios: number | null;
}

/** Reads a file of the output directory by its path there; null when it is not there. */
export type ReadPart = (path: string) => Promise<Uint8Array | null>;

export async function partState(read: ReadPart, part: RunPart): Promise<PartState> {
  const finished = (await read(`${part}/${mark}`)) !== null;
  const metadata = await readObject(read, `${part}/${metadataFile}`);
  const told = metadata ?? (part === 'simulation' ? await readObject(read, `${part}/${progressFile}`) : null);
  const scenarios = isObject(told?.scenarios) ? told.scenarios : {};
  return { finished, metadata, completed: count(scenarios.completed), scenarios: count(scenarios.total) };
}

async function readObject(read: ReadPart, path: string): Promise<Record<string, unknown> | null> {
  const bytes = await read(path);
  if (bytes === null) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (isObject(value)) return value;
    throw new TypeError('it is no object');
  } catch (cause) {
    throw new Fault('OutputCorrupted', `${path} cannot be read: ${(cause as Error).message}`, {
      context: { file: path, detail: (cause as Error).message },
      suggestion: 'Run the case again; the file was not written completely or was changed since.',
      cause,
    });
  }
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

/** For programs that use the library: every file the user may read. */
const below =
  (output: string): ReadPart =>
  (path) =>
    readFile(join(output, path)).catch(() => null);

export async function isFinished(output: string, part: RunPart): Promise<boolean> {
  return (await partState(below(output), part)).finished;
}

/** The metadata of a finished part; a half-written run is refused. */
export async function readRunMetadata(output: string, part: RunPart): Promise<Record<string, unknown>> {
  const { finished, metadata } = await partState(below(output), part);
  if (finished && metadata !== null) return metadata;
  const path = join(output, part, metadataFile);
  throw new Fault(metadata === null ? 'OutputNotFound' : 'OutputCorrupted', `${output} holds no finished ${part}.`, {
    context: { path: join(output, part), file: path, expected_content: `${part}/${mark}`, detail: `no ${mark}` },
    suggestion: 'Wait until the run is over, or run the case again.',
  });
}
