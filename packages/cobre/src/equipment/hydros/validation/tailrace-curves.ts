import { asError, errorRecord, type Finding } from '../../../case/finding.js';
import type { EntityId } from '../../../case/identity.js';
import type { RawCase } from '../../../case/registry.js';
import type { Rule } from '../../../validation/rule.js';
import { impossible } from '../../../validation/semantic/physical.js';
import { files } from '../schema.js';

const file = files.tailraceCurves.path;
type Segment = NonNullable<RawCase['tailraceCurves']>[number];

/** In m³/s and m: what numbers in files may differ by where they mean the same. */
const [sameFlow, sameHeight] = [1e-6, 1e-3];

/** The segments of a family follow each other without a gap or a step, and several families each say what level they are for. */
export const tailraceCurves: Rule = {
  name: 'tailrace curves',
  layer: 5,
  *check({ raw }) {
    const plants = grouped(raw.tailraceCurves ?? [], ({ hydro_id }) => String(hydro_id));
    for (const rows of plants.values()) {
      const families = grouped(rows, ({ family_id }) => String(family_id));
      for (const segments of families.values()) yield* chain(segments);
      if (families.size > 1) yield* levels([...families.values()]);
    }
  },
};

function grouped(rows: readonly Segment[], keyOf: (row: Segment) => string): Map<string, Segment[]> {
  const groups = new Map<string, Segment[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function* chain(given: readonly Segment[]): Iterable<Finding> {
  const segments = [...given].sort((a, b) => a.q_jus_inf_m3s - b.q_jus_inf_m3s);
  for (const [k, segment] of segments.entries()) {
    const { hydro_id: id, segment_id, q_jus_inf_m3s: from, q_jus_sup_m3s: to } = segment;
    if (!(to > from)) yield upsideDown(id, from, to);
    const before = segments[k - 1];
    if (before === undefined) continue;
    const place = `family ${segment.family_id} of hydro ${id}, segment ${segment_id}`;
    if (Math.abs(from - before.q_jus_sup_m3s) > sameFlow) {
      const detail = `${place} starts at ${from} m3/s, but the one before ends at ${before.q_jus_sup_m3s}`;
      const suggestion = 'Let every segment start where the one before ends.';
      yield impossible({ file, id, rule: 'segments without gaps', detail, suggestion });
      continue;
    }
    const step = Math.abs(heightAt(segment, from) - heightAt(before, from));
    if (step <= sameHeight) continue;
    const detail = `${place}: the level jumps by ${step.toFixed(4)} m at ${from} m3/s`;
    yield impossible({ file, id, rule: 'a level without steps', detail, suggestion: 'Correct the coefficients.' });
  }
}

const heightAt = ({ a_cf0, a_cf1, a_cf2, a_cf3, a_cf4 }: Segment, q: number) =>
  a_cf0 + q * (a_cf1 + q * (a_cf2 + q * (a_cf3 + q * a_cf4)));

function upsideDown(id: EntityId, from: number, to: number): Finding {
  const limits = { field_min: 'q_jus_inf_m3s', value_min: from, field_max: 'q_jus_sup_m3s', value_max: to };
  const message = `${file}: a segment of hydro ${id} goes from ${from} to ${to} m3/s.`;
  return asError(
    5,
    errorRecord('CapacityViolation', message, { file, entity_id: id, ...limits }, 'Let it end above its start.'),
  );
}

function* levels(families: readonly (readonly Segment[])[]): Iterable<Finding> {
  const keys = families.map(([first]) => first!.href_jus_m);
  const id = families[0]![0]!.hydro_id;
  const distinct = new Set(keys.filter((key) => key !== null));
  if (distinct.size === keys.length) return;
  const detail = `hydro ${id} has ${keys.length} families, but ${distinct.size} levels of href_jus_m to tell them apart`;
  const suggestion = 'Give every family the level downstream it is for.';
  yield impossible({ file, id, rule: 'a level for every family', detail, suggestion });
}
