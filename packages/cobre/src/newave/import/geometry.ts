/** Reservoirs as tables: volume, level and area from the two polynomials, which need not be monotone outside their use. */
import { type Plant, storageOf } from '../deck/plants.js';
import { areaAt, levelAt } from '../energies/productivity.js';
import type { StudyPlant } from './cascade.js';
import type { Study } from './study.js';

const points = 20;
/** MW per m³/s and metre of head at an efficiency of one. */
const gravity = 0.00981;

export function geometryOf({ options }: Study, { id, plant }: StudyPlant) {
  const evaporates = plant.register.evaporation.some((mm) => mm !== 0);
  if (!evaporates && options.production !== 'fpha') return [];
  const { min, max } = storageOf(plant);
  // Run of river needs two rows as well: one volume higher, at the same level.
  if (!(max > min)) return [min, min + 1].map((volume) => ({ hydro_id: id, volume_hm3: volume, ...at(plant, min) }));
  const rows = Array.from({ length: points }, (_, k) => min + ((max - min) * k) / (points - 1));
  let [height, area] = [Number.NEGATIVE_INFINITY, 0];
  return rows.map((volume) => {
    const here = at(plant, volume);
    [height, area] = [Math.max(height, here.height_m), Math.max(area, here.area_km2)];
    return { hydro_id: id, volume_hm3: volume, height_m: height, area_km2: area };
  });
}

function at(plant: Plant, volume: number) {
  const level = levelAt(plant, volume);
  return { height_m: level, area_km2: Math.max(0, areaAt(plant, level)) };
}

/** For planes of production: the tailrace curve whose reference is nearest to the mean tailrace, losses, efficiency. */
export function curvesOf({ register }: Plant) {
  const { tailrace, tailracePolynomials, tailraceReference, meanTailrace, loss, lossType, specificProductivity } =
    register;
  const count = Math.max(1, Math.min(6, tailracePolynomials));
  const distance = (k: number) => Math.abs(tailraceReference[k]! - meanTailrace);
  const nearest = Array.from({ length: count }, (_, k) => k).reduce(
    (best, k) => (distance(k) < distance(best) ? k : best),
    0,
  );
  return {
    tailrace: { type: 'polynomial', coefficients: tailrace.slice(5 * nearest, 5 * nearest + 5) },
    hydraulic_losses: lossType === 1 ? { type: 'factor', value: loss / 100 } : { type: 'constant', value_m: loss },
    efficiency: { type: 'constant', value: Math.min(1, specificProductivity / gravity) },
  };
}
