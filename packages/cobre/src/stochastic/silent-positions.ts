import type { Case } from '../case/model.js';
import type { NoiseLayout } from './model.js';
import type { ExternalTables } from './noise-layout.js';
import type { InflowPart } from './par/inflow-part.js';

/**
 * Places of the noise vector that only replay given values: their statistics have no deviation, so that their scale is 1
 * for the replay's sake and random draws must leave them at zero.
 */
export function silentPositions(
  { system }: Case,
  stage: number,
  inflow: InflowPart,
  layout: NoiseLayout,
  external: ExternalTables,
): Int32Array {
  const buses = system.buses.filter((bus) => external.load?.has(bus.index) === true && bus.at[stage]!.load.stdMw === 0);
  const sources = system.nonControllableSources.filter(
    (source) => external.ncs?.has(source.index) === true && source.at[stage]!.stdFraction === 0,
  );
  return Int32Array.of(
    ...inflow.silent[stage]!,
    ...buses.map((bus) => layout.positionOfBus[bus.index]!),
    ...sources.map((source) => layout.positionOfNcs[source.index]!),
  );
}
