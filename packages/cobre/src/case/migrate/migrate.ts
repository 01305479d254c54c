/**
 * A case of release 0.5.1 in the current form, in the fifteen steps of the format's description, with a note of every value
 * whose meaning changes. Pure: from what the files say to what they shall say.
 */
import { entriesOf } from '../../equipment/equipment.js';
import { members } from '../../equipment/members.js';
import { type CaseFileSpec, existsIn } from '../file-spec.js';
import { type CaseFileKey, caseFiles, type RawCase } from '../registry.js';
import { migrateConfig } from './config.js';
import { migrateInitialConditions, migrateStages } from './horizon.js';
import { type MigrationOptions, type Note, Notes } from './note.js';
import { date, energyProductivities, migrateHydros, migratePenalties, migrateProduction } from './plants.js';
import { currentTable, lineRows, twoBounds, windows } from './tables.js';

interface WrittenFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

export interface Migration {
  readonly files: readonly WrittenFile[];
  readonly notes: readonly Note[];
}

export function migrate(raw: RawCase, options: MigrationOptions): Migration {
  const notes = new Notes();
  noteEquipment(raw, notes);
  const contents: Partial<Record<CaseFileKey, unknown>> = {
    ...Object.fromEntries(Object.entries(raw).filter(([key]) => key in caseFiles)),
    ...registries(raw, options, notes),
    config: migrateConfig(raw, notes),
    stages: migrateStages(raw, notes),
    penalties: migratePenalties(raw, options, notes),
    hydros: migrateHydros(raw, options, notes),
    productionModels: raw.hydros.hydros.length > 0 ? migrateProduction(raw) : null,
    initialConditions: migrateInitialConditions(raw, notes),
    genericConstraints: raw.genericConstraints && {
      constraints: raw.genericConstraints.constraints.map(({ sense: _inBounds, ...constraint }) => constraint),
    },
    genericBounds: raw.genericBounds && twoBounds(raw),
    inflowHistory: raw.inflowHistory && windows(raw.inflowHistory),
    lineBounds: raw.lineBounds || raw.exchangeFactors ? lineRows(raw) : null,
    exchangeFactors: null,
    hydroEnergyProductivity: emptyAsNull(energyProductivities(raw, notes)),
  };
  const files = written(contents, new Set(raw.stages.stages.map(({ id }) => id)), notes);
  return { files, notes: notes.all };
}

const emptyAsNull = <Row>(rows: readonly Row[]) => (rows.length > 0 ? rows : null);

/** Step 7: a date for everything; GNL plants as they were dispatched, unless they shall be anticipated. */
function registries(
  raw: RawCase,
  { anticipate }: MigrationOptions,
  notes: Notes,
): Partial<Record<CaseFileKey, unknown>> {
  const thermals = raw.thermals.thermals.map(({ gnl_config: gnl, ...plant }) => {
    if (!gnl) return plant;
    const ahead = anticipate && gnl.lag_stages >= 1;
    const text = ahead
      ? 'now decides generation ahead'
      : 'had no effect; --anticipate turns it into anticipated_config';
    notes.add(ahead ? 'meaning' : 'dropped', ['system/thermals.json', plant.id, 'gnl_config'], text);
    return ahead ? { ...plant, anticipated_config: { lead_stages: gnl.lag_stages } } : plant;
  });
  const known = { ...raw, thermals: { thermals } };
  return Object.fromEntries(
    members.map((member) => {
      const entries = entriesOf(member, known).map((entry) => ({ ...entry, ...date }));
      const absent = (raw as Readonly<Record<string, unknown>>)[member.declaredIn] === null;
      return [member.declaredIn, absent ? null : { [member.kind]: entries }];
    }),
  );
}

/** Step 15, for what release 0.5.1 of the original left out of its problems. */
function noteEquipment(raw: RawCase, notes: Notes): void {
  const text = 'was without effect in the original; here it had one, which stays';
  for (const member of members) {
    const { path } = member.files[member.declaredIn]!;
    for (const { id, entry_stage_id: entry, exit_stage_id: exit } of entriesOf(member, raw)) {
      if (member.idleIn05) notes.add('meaning', [path, id, member.kind], text);
      if (typeof (entry ?? exit) === 'number') notes.add('meaning', [path, id, 'entry_stage_id, exit_stage_id'], text);
    }
  }
  noteOverrides(raw, notes);
  if ((raw.arCoefficients?.length ?? 0) > 0) {
    const ratio = 'is no longer taken from the table: it follows from the coefficients';
    notes.add('meaning', ['scenarios/inflow_ar_coefficients.parquet', null, 'residual_std_ratio'], ratio);
  }
}

/** Tables that release 0.5.1 of the original read and never used. */
function noteOverrides(raw: RawCase, notes: Notes): void {
  const text = 'was without effect in the original; here it had one, which stays';
  if ((raw.penaltyOverridesNcs?.length ?? 0) > 0)
    notes.add('meaning', ['constraints/penalty_overrides_ncs.parquet', null, 'curtailment_cost'], text);
  if ((raw.hydroBounds ?? []).some(({ max_diversion_m3s: limit }) => typeof limit === 'number'))
    notes.add('meaning', ['constraints/hydro_bounds.parquet', null, 'max_diversion_m3s'], text);
}

/** Step 13 on the way: rows of stages that the study does not have are left behind. */
function written(
  contents: Partial<Record<CaseFileKey, unknown>>,
  stages: ReadonlySet<number>,
  notes: Notes,
): Migration['files'] {
  return (Object.entries(caseFiles) as [CaseFileKey, CaseFileSpec][]).flatMap(([key, spec]): WrittenFile[] => {
    const content = contents[key];
    if (content === null || content === undefined || !existsIn(spec, 'current')) return [];
    if (spec.format === 'json') return [{ path: spec.path, content: `${JSON.stringify(content, null, 2)}\n` }];
    const rows = content as readonly Row[];
    const kept = spec.path.startsWith('constraints/') ? ofStages(rows, stages, spec.path, notes) : rows;
    return [{ path: spec.path, content: currentTable(spec.table, kept) }];
  });
}

type Row = Readonly<Record<string, unknown>>;

function ofStages(rows: readonly Row[], stages: ReadonlySet<number>, path: string, notes: Notes): readonly Row[] {
  const isOfOne = ({ stage_id: stage }: Row) => (stage ?? null) === null || stages.has(stage as number);
  const strangers = rows.filter((row) => !isOfOne(row)).map(({ stage_id: stage }) => String(stage));
  if (strangers.length > 0) {
    const text = `${strangers.length} rows of stages that the study does not have (${[...new Set(strangers)].join(', ')})`;
    notes.add('dropped', [path, null, 'stage_id'], text);
  }
  return rows.filter(isOfOne);
}
