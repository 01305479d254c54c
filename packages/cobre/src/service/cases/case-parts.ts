/** What a case uses beyond its plants, buses and stages, counted as it is written and without validating it. */
import { isObject } from '@quadrivium/kernel/essentials';
import type { CaseFileSpec } from '../../case/file-spec.js';
import { type Generation, generations } from '../../case/generation/generation.js';
import { tellGeneration } from '../../case/generation/marks.js';
import { caseFiles } from '../../case/registry.js';
import type { Files } from '../files/files.js';
import { type JsonRecord, readCaseJson, recordAt } from './case-json.js';

export type CaseDocuments = ReadonlyMap<string, JsonRecord>;

export const caseGenerations = [...generations, 'mixed'] as const;

/** Every file of JSON that can be read; the others are somebody else's to complain about. */
export async function caseDocuments(files: Files, directory: string): Promise<CaseDocuments> {
  const paths = Object.values(caseFiles).flatMap((spec: CaseFileSpec) => (spec.format === 'json' ? [spec.path] : []));
  const read = await Promise.all(
    paths.map(async (path) => [path, await readCaseJson(files, directory, path).catch(() => null)] as const),
  );
  return new Map(read.filter((entry): entry is readonly [string, JsonRecord] => entry[1] !== null));
}

export function generationOf(documents: CaseDocuments): Generation | 'mixed' {
  return tellGeneration(documents).generation ?? 'mixed';
}

type Count = (documents: CaseDocuments) => number;

const listIn =
  (file: string, ...keys: readonly string[]) =>
  (documents: CaseDocuments): readonly JsonRecord[] => {
    const found = keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), documents.get(file));
    return Array.isArray(found) ? found.filter(isObject) : [];
  };

const hydros = listIn('system/hydros.json', 'hydros');
const thermals = listIn('system/thermals.json', 'thermals');
const stages = listIn('stages.json', 'stages');
const constraints = 'constraints/generic_constraints.json';
const all =
  (list: ReturnType<typeof listIn>): Count =>
  (documents) =>
    list(documents).length;
const those =
  (list: ReturnType<typeof listIn>, uses: (entry: JsonRecord) => boolean): Count =>
  (documents) =>
    list(documents).filter(uses).length;
const positive = (value: unknown) => typeof value === 'number' && value > 0;
const isDated = ({ entry_stage_id: entry, exit_stage_id: exit }: JsonRecord) => entry != null || exit != null;

/** By the name of what is counted. */
const counts = {
  unit_groups: (documents) =>
    hydros(documents).reduce((sum, { unit_groups: groups }) => sum + (Array.isArray(groups) ? groups.length : 0), 0),
  split_plants: those(hydros, ({ unit_groups: groups }) => new Set(busesOf(groups)).size > 1),
  travel_times: those(hydros, ({ travel_time_hours: hours }) => positive(hours)),
  filling_reservoirs: those(hydros, ({ filling }) => isObject(filling)),
  anticipated_thermals: those(thermals, ({ anticipated_config: config }) => isObject(config)),
  commissioning_windows: (documents) =>
    [...documents].reduce((sum, [file, document]) => sum + (file.startsWith('system/') ? datedIn(document) : 0), 0),
  chronological_stages: those(stages, ({ block_mode: mode }) => mode === 'chronological'),
  policy_nodes: all(listIn('stages.json', 'policy_graph', 'nodes')),
  post_study_stages: all(listIn('post_study_stages.json', 'stages')),
  generic_constraints: all(listIn(constraints, 'constraints')),
  named_expressions: all(listIn(constraints, 'expressions')),
  scalar_parameters: all(listIn('constraints/generic_parameters.json', 'scalar_parameters')),
} satisfies Readonly<Record<string, Count>>;

const busesOf = (groups: unknown) => (Array.isArray(groups) ? groups.filter(isObject).map(({ bus_id }) => bus_id) : []);

const datedIn = (document: JsonRecord): number =>
  Object.values(document).reduce<number>(
    (sum, list) => sum + (Array.isArray(list) ? list.filter(isObject).filter(isDated).length : 0),
    0,
  );

export const partNames = Object.keys(counts) as (keyof typeof counts)[];

export function partsOf(documents: CaseDocuments): Readonly<Record<keyof typeof counts, number>> {
  const counted = partNames.map((name) => [name, counts[name](documents)]);
  return Object.fromEntries(counted) as Record<keyof typeof counts, number>;
}

/** Whose conventions the equations follow, where the case names them. */
export function compatibilityOf(config: JsonRecord): string | null {
  const named = recordAt(config, 'modeling').compatibility;
  return typeof named === 'string' ? named : null;
}
