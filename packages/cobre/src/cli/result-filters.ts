import { listOf, ownValue } from '@quadrivium/kernel/shell';

export const filterFlags = {
  entity: listOf('entity', 'Ids or names, separated by commas', 'ids'),
  stages: ownValue('stages', 'One stage or a range such as 0:11', 'range', range),
  scenarios: ownValue('scenarios', 'One scenario or a range such as 0:99', 'range', range),
  columns: listOf('columns', 'Columns, separated by commas', 'names'),
};

/** `3`, or `3:7` for both ends and all between. */
function range(text: string): readonly [number, number] {
  const [first = Number.NaN, last = first] = text.split(/:|\.\./).map(Number);
  if (Number.isInteger(first) && Number.isInteger(last)) return [first, last];
  throw new Error('must be a number or a range such as 0:11');
}

interface Filters {
  readonly entity?: readonly string[] | undefined;
  readonly stages?: readonly number[] | undefined;
  readonly scenarios?: readonly number[] | undefined;
  readonly columns?: readonly string[] | undefined;
}

/** In the words of the operations. */
export function filtersFrom({ entity, stages, scenarios, columns }: Filters) {
  return {
    ...(entity ? { entity_id: [...entity] } : {}),
    ...(stages ? { stage_range: [...stages] } : {}),
    ...(scenarios ? { scenario_range: [...scenarios] } : {}),
    ...(columns ? { columns: [...columns] } : {}),
  };
}
