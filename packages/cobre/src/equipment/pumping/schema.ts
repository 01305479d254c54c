import { z } from 'zod';
import { optional, parquet } from '../../case/file-spec.js';
import { entityId, fileRoot, lifetime, named, nonNegative } from '../../case/schema/primitives.js';
import { idColumn, notNegative, optionalDouble, stageIdColumn, table } from '../../case/table/column.js';

const pumpingStationsFile = fileRoot({
  pumping_stations: z.array(
    z.object({
      ...named,
      bus_id: entityId,
      source_hydro_id: entityId,
      destination_hydro_id: entityId,
      ...lifetime,
      consumption_mw_per_m3s: nonNegative,
      flow: z.object({ min_m3s: nonNegative, max_m3s: nonNegative }),
    }),
  ),
}).describe('Pumps that move water from one reservoir to another');

const pumpingBounds = table('Stage limits of pumping stations', ['station_id', 'stage_id'], {
  station_id: idColumn(),
  stage_id: stageIdColumn,
  min_m3s: optionalDouble(notNegative),
  max_m3s: optionalDouble(notNegative),
});

export const files = {
  pumpingStations: optional('system/pumping_stations.json', pumpingStationsFile),
  pumpingBounds: parquet('constraints/pumping_bounds.parquet', pumpingBounds),
} as const;
