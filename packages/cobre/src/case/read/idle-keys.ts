import { closestWord, isObject, own } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import type { ErrorRecord } from '../../faults.js';
import { asError, asWarning, errorRecord, type Finding, shown } from '../finding.js';
import type { Generation } from '../generation/generation.js';
import type { EntityId } from '../identity.js';
import { locate } from './schema-errors.js';

/**
 * Keys that change nothing: unknown ones, and known ones this engine has no use for. Release 0.5.1 let unknown keys pass,
 * so they are warnings there; today's format refuses them. The same key in many entries of a list is one finding.
 */
export function idleKeys(file: string, schema: z.ZodType, document: unknown, generation: Generation): Finding[] {
  const found = new Map<string, Idle & { times: number }>();
  visit(schema, document, [], (idle) => {
    const pattern = idle.path.map((key) => (typeof key === 'number' ? '[]' : String(key))).join('.');
    const before = found.get(pattern);
    if (before) before.times++;
    else found.set(pattern, { ...idle, times: 1 });
  });
  return [...found.values()].map(({ path, reason, suggestion, times }) => {
    const place = { file, ...locate(document, path) };
    const often = times > 1 ? ` (in ${times} places)` : '';
    const key = String(path.at(-1));
    if (reason === null && generation === 'current') return asError(2, refused(place, key, often, suggestion));
    return asWarning(
      2,
      errorRecord(
        'SchemaViolation',
        `${file}: '${place.field}' has no effect: ${reason ?? 'it is not a known key'}${often}.`,
        { ...place, expected: 'a key that has an effect', actual: key },
        suggestion,
      ),
    );
  });
}

interface Idle {
  readonly path: readonly PropertyKey[];
  /** Null for a key nobody knows. */
  readonly reason: string | null;
  readonly suggestion: string;
}

type Report = (idle: Idle) => void;

function refused(
  place: { file: string; entity_id: EntityId | null; field: string },
  key: string,
  often: string,
  suggestion: string,
): ErrorRecord {
  const entry = place.entity_id === null ? '' : `, entry ${shown(place.entity_id)}`;
  return errorRecord(
    'SchemaViolation',
    `${place.file}${entry}: '${place.field}' is not a known key of the current format${often}.`,
    { ...place, expected: 'only known keys', actual: key },
    own(removedPlaces, place.field) ?? own(removedKeys, key) ?? suggestion,
  );
}

/** Keys whose name is in use elsewhere. */
const removedPlaces: Readonly<Record<string, string>> = {
  energy: 'Write reference_volume in system/hydro_production_models.json.',
  'training.cut_selection.enabled': 'Write training.cut_selection.selection = {method}, or leave selection out.',
  'training.cut_selection.method': 'Move it into training.cut_selection.selection = {method}.',
  'training.cut_selection.check_frequency': 'Move it into training.cut_selection.selection.',
};

/** Keys of earlier releases, and where their values went. */
const removedKeys: Readonly<Record<string, string>> = {
  forward_passes: "Write training.selection = {method: 'sampled', forward_passes}.",
  num_scenarios:
    "In stages.json write num_openings; in config.json simulation.selection = {method: 'sampled', num_scenarios}.",
  domination_epsilon: "Rename it to 'domination_tolerance', inside training.cut_selection.selection.",
  cut_activity_tolerance: "Rename it to 'row_activity_tolerance'.",
  cut_formulation: 'Remove it: there is one formulation.',
  penalty_cost: 'Move the value to hydro.inflow_nonnegativity_cost in penalties.json.',
  validate_compatibility: 'Remove it: policies are always checked.',
  source_stage: 'Remove it: the pool of a boundary policy is chosen by date.',
  past_inflows: 'Write the values as dated windows in recent_observations.',
  future_anticipated_deliveries: 'Write post_study_stages.json.',
  fpha_turbined_cost: "Rename it to 'turbined_cost'; it now holds for every hydro.",
  productivity_mw_per_m3s: 'Move it to system/hydro_production_models.json.',
  bus_id: 'Write the bus in unit_groups.',
  productivity_override: "Rename it to 'productivity_mw_per_m3s'.",
  filling_inflow_m3s: "Rename it to 'filling_min_rate_m3s', a minimum fill rate.",
  gnl_config: 'Write anticipated_config = {lead_stages}.',
  sense: 'Remove it: the sense follows from bound_lower and bound_upper in generic_constraint_bounds.parquet.',
  inflow_lag_depth: 'Remove it: the depth follows from the inflow models.',
  annual_discount_rate: "Rename it to 'annual_discount_rate_override'.",
};

function visit(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[], report: Report): void {
  const noEffect = z.globalRegistry.get(schema)?.noEffect;
  if (typeof noEffect === 'string' && value !== null) {
    report({ path, reason: noEffect, suggestion: `Remove '${String(path.at(-1))}', or ignore this warning.` });
    return;
  }
  if (schema instanceof z.ZodObject) visitObject(schema, value, path, report);
  else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [i, item] of value.entries()) visit(schema.element, item, [...path, i], report);
  } else if (schema instanceof z.ZodRecord && isObject(value)) {
    for (const [key, item] of Object.entries(value)) visit(schema.valueType, item, [...path, key], report);
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    if (value !== undefined && value !== null) visit(schema.unwrap(), value, path, report);
  } else if (schema instanceof z.ZodUnion) {
    const branch = schema.options.find((option) => z.safeParse(option, value).success);
    if (branch) visit(branch, value, path, report);
  }
}

function visitObject(schema: z.ZodObject, value: unknown, path: readonly PropertyKey[], report: Report): void {
  if (!isObject(value)) return;
  const shape = schema.shape;
  for (const [key, item] of Object.entries(value)) {
    const member = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (member !== undefined) visit(member, item, [...path, key], report);
    else {
      const meant = closestWord(key, Object.keys(shape));
      const suggestion = meant ? `Did you mean '${meant}'?` : `Remove '${key}'.`;
      report({ path: [...path, key], reason: null, suggestion });
    }
  }
}
