import { asError, asWarning, errorRecord } from '../../case/finding.js';
import { isoDateOf } from '../../case/read/calendar.js';
import { caseFiles } from '../../case/registry.js';
import type { Rule } from '../rule.js';
import { impossible } from '../semantic/physical.js';

/** A reservoir that is filled starts with what `filling_storage` says. */
export const filledReservoirs: Rule = {
  name: 'storage of filled reservoirs',
  layer: 5,
  *check({ raw, registries: { hydros } }) {
    const filled = new Set(raw.hydros.hydros.flatMap(({ id, filling }) => (filling ? [hydros.indexOf(id)] : [])));
    for (const { hydro_id: id } of raw.initialConditions.storage) {
      if (!filled.has(hydros.indexOf(id))) continue;
      yield impossible({
        file: caseFiles.initialConditions.path,
        id,
        rule: 'storage of filled reservoirs',
        detail: `hydro ${id} is filled, so its start belongs to filling_storage and not to storage`,
        suggestion: 'Move the entry to filling_storage.',
      });
    }
  },
};

/** Windows of observed inflows end after they start; negative values are possible, but worth a look. */
export const dischargedHistory: Rule = {
  name: 'windows of observed inflows',
  layer: 5,
  *check({ raw }) {
    const file = caseFiles.inflowHistory.path;
    for (const { hydro_id: id, date, end_date: end } of raw.inflowHistory ?? []) {
      if (end > date) continue;
      const context = {
        file,
        entity_id: id,
        field: 'end_date',
        value: isoDateOf(end),
        min: isoDateOf(date),
        max: null,
      };
      const message = `${file}: a window of hydro ${id} ends on ${isoDateOf(end)}, not after its start on ${isoDateOf(date)}.`;
      yield asError(5, errorRecord('OutOfRange', message, context, 'end_date is exclusive: write the day after.'));
    }
    const negative = (raw.inflowHistory ?? []).find((row) => row.value_m3s < 0);
    if (negative === undefined) return;
    const context = {
      file,
      entity_id: negative.hydro_id,
      field: 'value_m3s',
      value: negative.value_m3s,
      min: 0,
      max: null,
    };
    const message = `${file}: hydro ${negative.hydro_id} has a negative inflow (${negative.value_m3s} m3/s).`;
    const advice = 'Leave it when it is an incremental inflow; otherwise correct value_m3s.';
    yield asWarning(5, errorRecord('OutOfRange', message, context, advice));
  },
};
