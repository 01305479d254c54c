import type { Rule } from '../rule.js';
import { impossible } from './physical.js';

/** Water flows downhill: following downstream_id never comes back. */
export const acyclicCascade: Rule = {
  name: 'acyclic cascade',
  layer: 5,
  *check({ raw, registries }) {
    const { ids, indexOf } = registries.hydros;
    const next = new Map(
      raw.hydros.hydros.map((hydro) => {
        const target = hydro.downstream_id ?? null;
        return [indexOf(hydro.id), target === null ? undefined : indexOf(target)];
      }),
    );
    const settled = new Set<number | undefined>();
    for (const start of next.keys()) {
      const path: (number | undefined)[] = [];
      let at = start;
      while (at !== undefined && !settled.has(at) && !path.includes(at)) {
        path.push(at);
        at = next.get(at);
      }
      if (at !== undefined && path.includes(at)) {
        const loop = [...path.slice(path.indexOf(at)), at].map((index) => ids[index ?? -1]);
        yield impossible({
          file: 'hydros',
          id: loop[0] ?? null,
          rule: 'acyclic cascade',
          detail: `the cascade runs in a circle: ${loop.join(' -> ')}`,
          suggestion: 'Set downstream_id of one of these hydros to null or to a hydro outside the circle.',
        });
      }
      for (const index of path) settled.add(index);
    }
  },
};

/** A line or a pump connects two different places. */
export const distinctEnds: Rule = {
  name: 'distinct ends',
  layer: 5,
  *check({ raw, registries }) {
    const { buses, hydros } = registries;
    for (const line of raw.lines.lines) {
      if (buses.indexOf(line.source_bus_id) !== buses.indexOf(line.target_bus_id)) continue;
      const detail = `line ${line.id} connects bus ${line.source_bus_id} with itself`;
      yield impossible({ file: 'lines', id: line.id, rule: 'distinct ends', detail });
    }
    for (const pump of raw.pumpingStations?.pumping_stations ?? []) {
      if (hydros.indexOf(pump.source_hydro_id) !== hydros.indexOf(pump.destination_hydro_id)) continue;
      const detail = `pumping station ${pump.id} takes water from hydro ${pump.source_hydro_id} and returns it there`;
      yield impossible({ file: 'pumpingStations', id: pump.id, rule: 'distinct ends', detail });
    }
  },
};
