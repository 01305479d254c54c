import { isObject } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import type { CaseFileSpec } from '../../case/file-spec.js';
import { caseFiles } from '../../case/registry.js';
import type { Files } from '../files/files.js';
import { casePlace } from '../files/place.js';
import { anyObject, integer, record } from '../seed-schema.js';
import { type JsonRecord, listAt, readCaseJson, recordAt, requireCaseJson } from './case-json.js';
import { caseDocuments, caseGenerations, compatibilityOf, generationOf, partNames, partsOf } from './case-parts.js';
import { type EntityKind, entityKinds, entityLists } from './entity-lists.js';
import { firstMonth } from './stage-names.js';

const scenarioSource = z.enum(['par', 'external']);

export const caseSummary = record({
  config: anyObject().describe('Parsed config.json contents'),
  entities: record(
    Object.fromEntries(entityKinds.map((kind) => [kind, integer()])) as Record<EntityKind, ReturnType<typeof integer>>,
  ),
  stages: integer(),
  first_month: z
    .string()
    .optional()
    .describe('The month of stage 0, where every stage is a calendar month; stage 3 is three months later'),
  scenario_source: scenarioSource.describe(
    'Whether scenarios are generated from PAR model or loaded from external file',
  ),
  files_present: z.array(z.string()).describe('List of input files found in the case directory'),
  generation: z
    .enum(caseGenerations)
    .describe('The form the case is written in: cobre-0.5 (release 0.5.1) or current; mixed is an error'),
  compatibility: z
    .string()
    .nullable()
    .describe('Release whose conventions the equations follow, where modeling.compatibility names one'),
  parts: record(
    Object.fromEntries(partNames.map((name) => [name, integer()])) as Record<
      (typeof partNames)[number],
      ReturnType<typeof integer>
    >,
  ).describe('How many there are of what else a case may have'),
});

export type CaseSummary = Readonly<z.output<typeof caseSummary>>;

/** What a case consists of, without validating it. */
export async function inspectCase(files: Files, caseDirectory: string): Promise<CaseSummary> {
  await casePlace(files, caseDirectory);
  const config = await requireCaseJson(files, caseDirectory, 'config.json');
  const counts = await Promise.all(
    entityKinds.map(async (kind) => {
      const { file, key } = entityLists[kind];
      return [kind, listAt(await readCaseJson(files, caseDirectory, file), key, file).length] as const;
    }),
  );
  const stages = listAt(await readCaseJson(files, caseDirectory, 'stages.json'), 'stages', 'stages.json');
  const month = firstMonth(stages);
  const documents = await caseDocuments(files, caseDirectory);
  return {
    config,
    entities: Object.fromEntries(counts) as CaseSummary['entities'],
    stages: stages.length,
    ...(month === undefined ? {} : { first_month: month }),
    scenario_source: scenarioSourceOf(config),
    files_present: await filesPresent(files, caseDirectory),
    generation: generationOf(documents),
    compatibility: compatibilityOf(config),
    parts: partsOf(documents),
  };
}

/** External when inflows of the training, or of the simulation where it has a source of its own, come from a file. */
export function scenarioSourceOf(config: JsonRecord): 'par' | 'external' {
  const sources = ['training', 'simulation'].map((part) => recordAt(recordAt(config, part), 'scenario_source'));
  const external = sources.some((source) => {
    const inflow = source.inflow;
    return isObject(inflow) && inflow.scheme === 'external';
  });
  return external ? 'external' : 'par';
}

export async function filesPresent(files: Files, caseDirectory: string): Promise<string[]> {
  const names = Object.values(caseFiles).flatMap((spec: CaseFileSpec) => [
    spec.path,
    ...(spec.format === 'parquet' ? spec.aliases : []),
  ]);
  const found = await Promise.all(names.map((name) => files.exists(`${caseDirectory}/${name}`)));
  return names.filter((_, k) => found[k]);
}
