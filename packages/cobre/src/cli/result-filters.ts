import type { Command } from 'commander';
import { list, range } from './options.js';

export interface FilterOptions {
  readonly entity?: readonly string[];
  readonly stages?: readonly [number, number];
  readonly scenarios?: readonly [number, number];
  readonly columns?: readonly string[];
}

export function addFilters(command: Command): Command {
  return command
    .option('--entity <ids>', 'Ids or names, separated by commas', list)
    .option('--stages <range>', 'One stage or a range such as 0:11', range)
    .option('--scenarios <range>', 'One scenario or a range such as 0:99', range)
    .option('--columns <names>', 'Columns, separated by commas', list);
}

/** In the words of the operations. */
export function filtersFrom({ entity, stages, scenarios, columns }: FilterOptions) {
  return {
    ...(entity ? { entity_id: [...entity] } : {}),
    ...(stages ? { stage_range: [...stages] } : {}),
    ...(scenarios ? { scenario_range: [...scenarios] } : {}),
    ...(columns ? { columns: [...columns] } : {}),
  };
}
