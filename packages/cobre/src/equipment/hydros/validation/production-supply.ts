import { asError, errorRecord, type Finding } from '../../../case/finding.js';
import type { EntityId } from '../../../case/identity.js';
import type { RawCase } from '../../../case/registry.js';
import { existsInStage } from '../../../validation/lifetimes.js';
import type { Rule, RuleInput } from '../../../validation/rule.js';
import { choiceAt } from '../production.js';
import { files, type HydroEntry } from '../schema.js';

type StageEntry = RawCase['stages']['stages'][number];

/**
 * In current cases a plant itself says nothing about its productivity: the production models name a model for every stage,
 * and for a constant one either they or the table of productivities give the number.
 */
export const productionSupply: Rule = {
  name: 'production supply',
  layer: 4,
  *check(input) {
    if (input.raw.generation !== 'current') return;
    const inTable = suppliedByTable(input);
    for (const hydro of input.raw.hydros.hydros) yield* problemsOf(hydro, input, inTable);
  },
};

function* problemsOf(
  hydro: HydroEntry,
  { raw, registries }: RuleInput,
  inTable: (index: number | undefined, stage: number) => boolean,
): Iterable<Finding> {
  const index = registries.hydros.indexOf(hydro.id);
  const models = raw.productionModels?.production_models ?? [];
  const entry = models.find((model) => registries.hydros.indexOf(model.hydro_id) === index);
  const stages = raw.stages.stages.filter(({ id }) => existsInStage(hydro, id));
  if (entry === undefined) {
    yield gap(`a production model of hydro ${hydro.id}`, 'one entry for every hydro');
    return;
  }
  const said = (stage: StageEntry) => choiceAt(entry, { id: stage.id, seasonId: stage.season_id ?? null });
  const silent = stages.find((stage) => said(stage) === undefined);
  if (silent) yield gap(`a production model of hydro ${hydro.id} in stage ${silent.id}`, 'one model in every stage');
  const faulty = stages.find((stage) => fault(stage) !== null);
  if (faulty) yield problem(hydro.id, faulty.id, fault(faulty)!);

  function fault(stage: StageEntry): Fault | null {
    const choice = said(stage);
    const own = typeof choice?.productivity_override === 'number';
    if (choice?.model === 'fpha') return own ? 'misplaced' : null;
    if (choice === undefined || own !== inTable(index, stage.id)) return null;
    return own ? 'twice' : 'missing';
  }
}

type Fault = 'misplaced' | 'twice' | 'missing';

/** Whether the table gives an equivalent productivity for a plant and a stage. */
function suppliedByTable({ raw, registries }: RuleInput): (index: number | undefined, stage: number) => boolean {
  const given = new Set(
    (raw.hydroEnergyProductivity ?? [])
      .filter((row) => row.equivalent_productivity_mw_per_m3s !== null)
      .map((row) => `${registries.hydros.indexOf(row.hydro_id)} ${row.stage_id ?? 'all'}`),
  );
  return (index, stage) => given.has(`${index} all`) || given.has(`${index} ${stage}`);
}

const file = files.productionModels.path;
const field = 'productivity_mw_per_m3s';

function problem(id: EntityId, stage: number, fault: Fault): Finding {
  const table = files.hydroEnergyProductivity.path;
  const told = {
    missing: [`hydro ${id} has no productivity in stage ${stage}`, `Add ${field} to its model, or a row to ${table}.`],
    twice: [`hydro ${id} has two productivities in stage ${stage}, here and in ${table}`, 'Keep one of the two.'],
    misplaced: [`hydro ${id} has a ${field} beside the model fpha in stage ${stage}`, `Remove ${field}.`],
  }[fault] as [string, string];
  const context = { file, entity_id: id, field, expected: 'one productivity for a constant model', actual: fault };
  return asError(4, errorRecord('SchemaViolation', `${file}: ${told[0]}.`, context, told[1]));
}

function gap(missing: string, expected: string): Finding {
  const context = { file, missing_dimension: missing, expected_coverage: expected };
  const message = `${file}: ${missing} is missing: expected ${expected}.`;
  return asError(4, errorRecord('CoverageMismatch', message, context, `Add it to ${file}.`));
}
