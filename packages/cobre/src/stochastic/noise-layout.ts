import type { Case } from '../case/model.js';
import type { AffineNoise, NoiseLayout } from './model.js';
import type { ExternalTable } from './sampling/external-table.js';

/** External tables of the classes a scheme replays, null where none does. */
export interface ExternalTables {
  readonly inflow: ExternalTable | null;
  readonly load: ExternalTable | null;
  readonly ncs: ExternalTable | null;
}

/**
 * Hydros, buses whose load has a deviation in some stage, sources with a model. An entity that an external file drives
 * takes a place as well, since its values are replayed through the noise.
 */
export function noiseLayout({ system }: Case, external: ExternalTables): NoiseLayout {
  let next = system.hydros.length;
  const place = (takesPart: boolean) => (takesPart ? next++ : -1);
  const positionOfBus = Int32Array.from(system.buses, (bus) =>
    place(bus.at.some(({ load }) => load.stdMw > 0) || external.load?.has(bus.index) === true),
  );
  const positionOfNcs = Int32Array.from(system.nonControllableSources, (source) =>
    place(source.hasModel || external.ncs?.has(source.index) === true),
  );
  return { dimension: next, positionOfBus, positionOfNcs };
}

/** Scale 1 where an external value has to be reached but the statistics have no deviation. */
export function loadNoise({ system }: Case, stage: number, external: ExternalTables): AffineNoise {
  return {
    mean: Float64Array.from(system.buses, ({ at }) => at[stage]!.load.meanMw),
    scale: Float64Array.from(system.buses, ({ at, index }) =>
      scaleOf(at[stage]!.load.stdMw, external.load?.has(index) === true),
    ),
  };
}

export function ncsNoise({ system }: Case, stage: number, external: ExternalTables): AffineNoise {
  const sources = system.nonControllableSources;
  return {
    mean: Float64Array.from(sources, ({ at }) => at[stage]!.meanFraction),
    scale: Float64Array.from(sources, ({ at, index }) =>
      scaleOf(at[stage]!.stdFraction, external.ncs?.has(index) === true),
    ),
  };
}

export function scaleOf(std: number, replayed: boolean): number {
  return std === 0 && replayed ? 1 : std;
}
