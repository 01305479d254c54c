/** What user constraints of current cases may not say although it can be read. */
import { namesOf, readExpression, type Scalar } from '../../case/expression/linear-form.js';
import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { givenValue } from '../../case/parameters.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import { constraintTerms } from '../references/constraint-terms.js';
import { appliesIn, constraintsWithBounds } from '../references/expression-references.js';
import type { Rule, RuleInput } from '../rule.js';

const file = caseFiles.genericConstraints.path;
const parameters = caseFiles.genericParameters.path;

/** A side of a constraint is bounded once: by the table, by a parameter, or by a relation. */
export const boundsOnce: Rule = {
  name: 'bounds of user constraints',
  layer: 5,
  *check({ raw, registries }) {
    const names = namesOf(raw);
    for (const constraint of constraintsWithBounds(raw)) {
      const index = registries.genericConstraints.indexOf(constraint.id);
      const rows = (raw.genericBounds ?? []).filter(
        (row) => registries.genericConstraints.indexOf(row.constraint_id) === index,
      );
      const read = readExpression(constraint.expression, names);
      const relation = read.ok ? read.form.relation : null;
      for (const [side, ref, relations] of [
        ['bound_lower', constraint.bound_lower_ref, ['>=', '==']],
        ['bound_upper', constraint.bound_upper_ref, ['<=', '==']],
      ] as const) {
        const sources = [
          ...(ref ? [`${side}_ref`] : []),
          ...(relation !== null && (relations as readonly string[]).includes(relation) ? [`'${relation}'`] : []),
          ...(rows.some((row) => row[side] !== null) ? [`${side} in ${caseFiles.genericBounds.path}`] : []),
        ];
        if (sources.length > 1) yield boundedTwice(constraint.id, side, sources);
      }
    }
  },
};

function boundedTwice(id: EntityId, side: string, sources: readonly string[]): Finding {
  const context = { file, entity_id: id, field: side, expected: 'one bound for a side', actual: sources.join(', ') };
  const message = `${file}, constraint ${id}: ${side} is given more than once, by ${sources.join(' and by ')}.`;
  return asError(5, errorRecord('SchemaViolation', message, context, 'Keep one of them.'));
}

/** Parameters have a value wherever a constraint asks for one. */
export const parameterValues: Rule = {
  name: 'values of parameters',
  layer: 4,
  *check({ raw, registries }) {
    const names = namesOf(raw);
    const stagesOf = appliesIn(raw, (id) => registries.genericConstraints.indexOf(id));
    const entries = new Map((raw.genericParameters?.scalar_parameters ?? []).map((entry) => [entry.name, entry]));
    const told = new Set<string>();
    for (const constraint of raw.genericConstraints?.constraints ?? []) {
      const read = readExpression(constraint.expression, names);
      const scalars: readonly Scalar[] = read.ok ? [...read.form.terms, ...read.form.bound] : [];
      const used = new Set(scalars.flatMap((scalar) => scalar.parameters));
      for (const name of [constraint.bound_lower_ref, constraint.bound_upper_ref]) if (name) used.add(name);
      for (const name of used) {
        const entry = entries.get(name);
        const at = entry && unresolvedStage({ raw, registries }, entry, stagesOf(constraint.id));
        if (at === undefined || told.has(name)) continue;
        told.add(name);
        yield unresolved(name, at, constraint.id);
      }
    }
  },
};

type Entry = NonNullable<RawCase['genericParameters']>['scalar_parameters'][number];

/** The first stage in which a parameter has no value. */
function unresolvedStage({ raw, registries }: RuleInput, entry: Entry, stages: readonly number[]): number | undefined {
  if (entry.kind === 'computed') {
    if (entry.computed_spec.tag !== 'specific_productivity') return undefined;
    const index = registries.hydros.indexOf(entry.computed_spec.hydro_id);
    const plant = raw.hydros.hydros.find(({ id }) => registries.hydros.indexOf(id) === index);
    if (plant === undefined || typeof plant.specific_productivity_mw_per_m3s_per_m === 'number') return undefined;
    const rows = (raw.hydroEnergyProductivity ?? []).filter(
      (row) => registries.hydros.indexOf(row.hydro_id) === index && row.specific_productivity_mw_per_m3s_per_m !== null,
    );
    return stages.find((stage) => !rows.some((row) => row.stage_id === null || row.stage_id === stage));
  }
  return stages.find((id) => {
    const stage = raw.stages.stages.find((candidate) => candidate.id === id);
    const place = { stageId: id, seasonId: stage?.season_id ?? null };
    return stage?.blocks.some((_, block) => givenValue(entry, { ...place, block }) === null);
  });
}

function unresolved(name: string, stage: number, constraint: EntityId): Finding {
  const context = {
    file: parameters,
    missing_dimension: `parameter '${name}' in stage ${stage}`,
    expected_coverage: `a value in every stage and block where constraint ${constraint} holds`,
  };
  const message = `${parameters}: parameter '${name}' has no value in stage ${stage}, where constraint ${constraint} needs it.`;
  return asError(4, errorRecord('CoverageMismatch', message, context, `Give '${name}' a value there.`));
}

/** Blocks that are named have a storage or an evaporation of their own in every stage where the constraint holds. */
export const namedBlocks: Rule = {
  name: 'block arguments of user constraints',
  layer: 5,
  *check({ raw, registries }) {
    if (raw.generation !== 'current') return;
    const stagesOf = appliesIn(raw, (id) => registries.genericConstraints.indexOf(id));
    for (const { constraint, term } of constraintTerms(raw)) {
      const { variable, blockId } = term.variable;
      for (const id of stagesOf(constraint)) {
        const stage = raw.stages.stages.find((candidate) => candidate.id === id);
        if (stage === undefined || stage.blocks.length < 2) continue;
        const detail = misplaced(variable, blockId, stage.block_mode === 'chronological', stage.blocks.length - 1);
        if (detail === null) continue;
        yield notInThisStage(constraint, `stage ${id}: ${detail}`, blockId === null);
        break;
      }
    }
  },
};

function misplaced(variable: string, block: number | null, chronological: boolean, last: number): string | null {
  if (variable === 'hydro_evaporation' && block === null && chronological) {
    return `blocks follow each other and each has an evaporation of its own, so 'hydro_evaporation' needs a block`;
  }
  if (chronological || block === null) return null;
  const parallel = 'blocks are parallel, so there is';
  if (variable === 'hydro_evaporation' && block > 0) return `${parallel} one evaporation, that of block 0`;
  if (/_initial$/.test(variable) && block > 0) return `${parallel} no storage at the start of block ${block}`;
  if (/_final$/.test(variable) && block < last) return `${parallel} no storage at the end of block ${block}`;
  return null;
}

function notInThisStage(id: EntityId, detail: string, bare: boolean): Finding {
  const context = { file, entity_id: id, rule: 'block arguments', detail };
  const message = `${file}, constraint ${id}: ${detail}.`;
  return asError(
    5,
    errorRecord('PhysicalConstraint', message, context, bare ? 'Name a block.' : 'Name another block, or none.'),
  );
}

/** A plant has units at the bus that is named for it, and a line joins the two buses that are. */
export const namedBuses: Rule = {
  name: 'bus arguments of user constraints',
  layer: 5,
  *check({ raw, registries }) {
    const at = (id: EntityId) => registries.buses.indexOf(id);
    for (const { constraint, term } of constraintTerms(raw)) {
      const { entityId, busId, between } = term.variable;
      if (busId !== null && entityId !== null) {
        const plant = raw.hydros.hydros.find((hydro) => String(hydro.id) === String(entityId));
        const buses = (plant?.unit_groups ?? []).map((group) => at(group.bus_id));
        if (plant && at(busId) !== undefined && !buses.includes(at(busId))) {
          yield notInThisSystem(constraint, `hydro ${entityId} has no units at bus ${busId}`);
        }
      }
      if (between === null || between.some((id) => at(id) === undefined)) continue;
      const ends = between.map(at).sort().join();
      const joined = raw.lines.lines.some(
        (line) => [at(line.source_bus_id), at(line.target_bus_id)].sort().join() === ends,
      );
      if (!joined) yield notInThisSystem(constraint, `no line joins bus ${between[0]} and bus ${between[1]}`);
    }
  },
};

function notInThisSystem(id: EntityId, detail: string): Finding {
  const context = { file, entity_id: id, rule: 'bus arguments', detail };
  return asError(
    5,
    errorRecord('PhysicalConstraint', `${file}, constraint ${id}: ${detail}.`, context, 'Name another bus.'),
  );
}

/** What is decided ahead is a decision only of plants that are dispatched so. */
export const anticipatedTerms: Rule = {
  name: 'anticipated decisions in user constraints',
  layer: 5,
  *check({ raw }) {
    const ahead = raw.thermals.thermals.filter((plant) => 'anticipated_config' in plant && plant.anticipated_config);
    const ids = ahead.map(({ id }) => String(id));
    for (const { constraint, term } of constraintTerms(raw)) {
      const { variable, entityId } = term.variable;
      if (variable !== 'anticipated_decision' || entityId === null || ids.includes(String(entityId))) continue;
      const detail = `thermal ${entityId} is not decided ahead, so it has no anticipated_decision`;
      const context = { file, entity_id: constraint, rule: 'anticipated decisions', detail };
      const suggestion = `Use thermal_generation(${entityId}), or give the plant an anticipated_config.`;
      const message = `${file}, constraint ${constraint}: ${detail}.`;
      yield asError(5, errorRecord('PhysicalConstraint', message, context, suggestion));
    }
  },
};

/** The lower bound of a row is not above its upper one. */
export const crossedBounds: Rule = {
  name: 'order of the bounds of user constraints',
  layer: 5,
  *check({ raw }) {
    const source = caseFiles.genericBounds.path;
    for (const row of raw.genericBounds ?? []) {
      const { constraint_id: id, stage_id: stage, bound_lower: lower, bound_upper: upper } = row;
      if (lower === null || upper === null || !(lower > upper)) continue;
      const context = {
        file: source,
        entity_id: id,
        field_min: 'bound_lower',
        value_min: lower,
        field_max: 'bound_upper',
        value_max: upper,
      };
      const message = `${source}: bound_lower ${lower} of constraint ${id} exceeds bound_upper ${upper} in stage ${stage}.`;
      yield asError(5, errorRecord('CapacityViolation', message, context, 'Lower bound_lower or raise bound_upper.'));
    }
  },
};
