import { asError, asWarning, type Finding, problem } from '../../case/problem.js';
import { type CaseFileKey, caseFiles, type RawCase } from '../../case/registry.js';
import type { Rule } from '../rule.js';

/** Rows of an unknown stage in these tables would be lost. */
const strict: readonly CaseFileKey[] = [
  'penaltyOverridesBus',
  'penaltyOverridesLine',
  'penaltyOverridesHydro',
  'penaltyOverridesNcs',
  'fphaHyperplanes',
  'noiseOpenings',
  'externalInflow',
  'externalLoad',
  'externalNcs',
];

/** Statistics may be given for more stages than a study uses. */
const lenient: readonly CaseFileKey[] = ['inflowStats', 'arCoefficients', 'annualComponent', 'loadStats', 'ncsStats'];

/** Stage ids of tables belong to the study. */
export const tableStages: Rule = {
  name: 'stages of tables',
  layer: 4,
  *check({ raw }) {
    const study = new Set(raw.stages.stages.map((stage) => stage.id));
    const known = new Set([...study, ...(raw.stages.pre_study_stages ?? []).map((stage) => stage.id)]);
    for (const key of strict) yield* unknownStages(raw, key, study, asError);
    for (const key of lenient) yield* unknownStages(raw, key, known, asWarning);
  },
};

function* unknownStages(
  raw: RawCase,
  key: CaseFileKey,
  known: ReadonlySet<number>,
  finding: typeof asError,
): Iterable<Finding> {
  const content: unknown = raw[key];
  const rows = Array.isArray(content) ? (content as readonly { readonly stage_id: number | null }[]) : [];
  const file = caseFiles[key].path;
  for (const stage of new Set(rows.map((row) => row.stage_id))) {
    if (stage === null || known.has(stage)) continue;
    const detail = `rows for stage ${stage}, which stages.json does not have`;
    const context = { file, stage_id: stage, detail };
    yield finding(
      4,
      problem('StageMismatch', `${file} has ${detail}.`, context, 'Correct stage_id, or remove the rows.'),
    );
  }
}
