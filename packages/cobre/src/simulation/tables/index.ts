import type { Case } from '../../case/model.js';
import { membersOf } from '../../equipment/members.js';
import type { ResultTable } from '../result-table.js';
import { costsOf } from './costs.js';
import { genericViolations } from './generic-violations.js';

/** The tables of a case (of any case when none is given), in the order in which a scenario's files are written. */
export function tablesOf(study: Case | null): readonly ResultTable[] {
  const own = [...membersOf(study)].sort((a, b) => a.places.table - b.places.table).map(({ results }) => results);
  const more = own.flatMap(({ more: tables = [] }) => tables);
  const told = more.filter(({ isTold }) => study === null || (isTold?.(study) ?? true));
  const current = study?.settings.generation === 'current';
  const tables = own.map(({ table, currentTable = table }) => (current ? currentTable : table));
  return [costsOf(study), ...tables, ...told, genericViolations];
}

export const resultTables = tablesOf(null);
