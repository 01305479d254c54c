import { existsInStage } from '../../validation/lifetimes.js';
import { finder, type Range } from '../../validation/ranges.js';
import type { Rule, RuleInput } from '../../validation/rule.js';
import { impossible } from '../../validation/semantic/physical.js';
import { files } from './schema.js';

const flow = ['min_m3s', 'max_m3s'] as const;

export function* ranges({ raw, registries }: RuleInput): Iterable<Range> {
  const stations = raw.pumpingStations?.pumping_stations ?? [];
  for (const { id, flow: pumped } of stations) {
    yield { file: files.pumpingStations.path, id, name: flow, min: pumped.min_m3s, max: pumped.max_m3s };
  }
  const stationOf = finder(registries.pumpingStations, stations);
  for (const row of raw.pumpingBounds ?? []) {
    const base = stationOf(row.station_id)?.flow;
    if (!base || (row.min_m3s === null && row.max_m3s === null)) continue;
    const [min, max] = [row.min_m3s ?? base.min_m3s, row.max_m3s ?? base.max_m3s];
    yield { file: files.pumpingBounds.path, id: row.station_id, stage: row.stage_id, name: flow, min, max };
  }
}

/** A pump works only while both of its reservoirs do; release 0.5.1 did not ask. */
export const operatingReservoirs: Rule = {
  name: 'operating reservoirs',
  layer: 5,
  *check({ raw, registries: { hydros } }) {
    if (raw.generation !== 'current') return;
    const plantOf = finder(hydros, raw.hydros.hydros);
    for (const pump of raw.pumpingStations?.pumping_stations ?? []) {
      for (const end of [pump.source_hydro_id, pump.destination_hydro_id]) {
        const plant = plantOf(end);
        const idle = raw.stages.stages.find(({ id }) => {
          return plant && existsInStage(pump, id) && !existsInStage(plant, id);
        });
        if (idle === undefined) continue;
        const detail = `pumping station ${pump.id} works in stage ${idle.id}, in which hydro ${end} does not operate`;
        const suggestion = 'Narrow entry_stage_id and exit_stage_id of the station.';
        yield impossible({
          file: files.pumpingStations.path,
          id: pump.id,
          rule: 'operating reservoirs',
          detail,
          suggestion,
        });
      }
    }
  },
};

/** A pump connects two different reservoirs. */
export const distinctReservoirs: Rule = {
  name: 'distinct reservoirs',
  layer: 5,
  *check({ raw, registries: { hydros } }) {
    for (const pump of raw.pumpingStations?.pumping_stations ?? []) {
      if (hydros.indexOf(pump.source_hydro_id) !== hydros.indexOf(pump.destination_hydro_id)) continue;
      const detail = `pumping station ${pump.id} takes water from hydro ${pump.source_hydro_id} and returns it there`;
      const suggestion = 'Correct source_hydro_id or destination_hydro_id.';
      yield impossible({ file: files.pumpingStations.path, id: pump.id, rule: 'distinct ends', detail, suggestion });
    }
  },
};
