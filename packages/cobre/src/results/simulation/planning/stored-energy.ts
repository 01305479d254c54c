import { integerIdOf } from '../../../case/identity.js';
import type { Case } from '../../../case/model.js';
import { energyShares } from '../../../equipment/hydros/energy/stored-by-bus.js';
import { bandsOf, named } from './bands.js';
import { placeIn } from './places.js';
import type { PlannerTable } from './planner-table.js';

/** Stored energy at the end of each stage, by the bus it will be generated at, and of the system (no bus). */
export const storedEnergy: PlannerTable = {
  name: 'stored_energy',
  open(study) {
    const cells = cellsOf(study);
    const maximum = cells.sum((hydro) => hydro.reservoirHm3[1] - hydro.reservoirHm3[0]);
    return {
      take(scenario) {
        const held = cells.volumes(scenario.numbers('hydros', 'stage_id', 'hydro_id', 'storage_final_hm3'));
        return cells.sum((hydro, stage) => Math.max(0, held(hydro, stage) - hydro.reservoirHm3[0]));
      },
      rows: (samples, weights) =>
        cells.places.flatMap(({ stage_id, bus_id }, cell) => {
          const most = maximum[cell]!;
          if (most <= 0) return [];
          const bands = bandsOf(
            samples.map((sample) => sample[cell]!),
            weights,
          );
          const percent = Object.entries(bands).map(([band, value]) => [`percent_${band}`, (100 * value) / most]);
          return [
            {
              ...{ stage_id, bus_id, maximum_mwmonth: most },
              ...named('stored_mwmonth', bands),
              ...Object.fromEntries(percent),
            },
          ];
        }),
    };
  },
};

type Hydro = Case['system']['hydros'][number];
type VolumeOf = (hydro: Hydro, stage: number) => number;

/** One cell for each stage and bus, the system behind its buses. */
function cellsOf(study: Case) {
  const { system, horizon } = study;
  const width = system.buses.length + 1;
  const shares = horizon.stages.map(({ index }) => energyShares(study, index));
  const [stageOf, hydroOf] = [placeIn(horizon.stages.map(({ id }) => id)), placeIn(system.hydros.map(integerIdOf))];
  const busIds = [...system.buses.map(integerIdOf), null];
  return {
    places: horizon.stages.flatMap(({ id }) => busIds.map((bus_id) => ({ stage_id: id, bus_id }))),
    /** Storage at the end of a stage: of its blocks, which come in order, the last one tells it. */
    volumes([stageIds = [], ids = [], final = []]: readonly (readonly number[])[]): VolumeOf {
      const held = new Float64Array(horizon.stages.length * system.hydros.length);
      ids.forEach((id, k) => {
        held[stageOf(stageIds[k]!) * system.hydros.length + hydroOf(id)] = final[k]!;
      });
      return (hydro, stage) => held[stage * system.hydros.length + hydro.index]!;
    },
    /** Energy of a volume of each reservoir, in MWmonth. */
    sum(volumeOf: VolumeOf): Float64Array {
      const sums = new Float64Array(horizon.stages.length * width);
      for (const stage of horizon.stages) {
        for (const hydro of system.hydros) {
          const own = shares[stage.index]![hydro.index]!;
          if (own.length === 0) continue;
          const volume = volumeOf(hydro, stage.index);
          for (const { busIndex, perHm3 } of own) {
            sums[stage.index * width + busIndex]! += volume * perHm3;
            sums[stage.index * width + width - 1]! += volume * perHm3;
          }
        }
      }
      return sums;
    },
  };
}
