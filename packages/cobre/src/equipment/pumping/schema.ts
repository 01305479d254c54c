import * as z from 'zod';
import { optional, parquet, sameWords } from '../../case/file-spec.js';
import { dated, entityId, fileRoot, lifetime, named, nonNegative } from '../../case/schema/primitives.js';
import { blockIdColumn, idColumn, notNegative, optionalDouble, stageIdColumn, table } from '../../case/table/column.js';

const station = {
  ...named,
  bus_id: entityId,
  source_hydro_id: entityId,
  destination_hydro_id: entityId,
  ...lifetime,
  consumption_mw_per_m3s: nonNegative,
  flow: z.object({ min_m3s: nonNegative, max_m3s: nonNegative }),
};
const described = 'Pumps that move water from one reservoir to another';
const stationsFile = fileRoot({ pumping_stations: z.array(z.object(station)) }).describe(described);
const currentStationsFile = fileRoot({
  pumping_stations: z.array(z.object({ ...station, ...dated })),
}).describe(described);

const pumpingBounds = table('Stage limits of pumping stations', ['station_id', 'stage_id', 'block_id'], {
  station_id: idColumn({ renamed: 'pumping_station_id' }),
  stage_id: stageIdColumn,
  block_id: blockIdColumn,
  min_m3s: optionalDouble(notNegative),
  max_m3s: optionalDouble(notNegative),
});

export const files = {
  pumpingStations: optional<typeof stationsFile>(
    'system/pumping_stations.json',
    stationsFile,
    sameWords(currentStationsFile),
  ),
  pumpingBounds: parquet('constraints/pumping_bounds.parquet', pumpingBounds),
} as const;
