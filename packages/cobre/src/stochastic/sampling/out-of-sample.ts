import { correlator } from '../correlation/correlator.js';
import { openingMethod } from '../openings/index.js';
import { ResidualLibrary } from './residual-library.js';
import type { SamplingSchemeMember } from './scheme.js';

/**
 * Fresh noise by the stage's own sampling method, shared within a noise group. The whole vector is drawn and the class
 * takes its part, so that two classes out of sample never repeat each other's numbers.
 */
export const outOfSample: SamplingSchemeMember = {
  name: 'out_of_sample',
  bind(spec, noiseClass, first, count) {
    const { stages, layout, forwardSeed: base, trajectories } = spec;
    const fresh = new Float64Array(layout.dimension);
    const correlate = correlator(spec.correlation, layout.dimension, (type) => type === noiseClass);
    const library =
      spec.residuals === null
        ? null
        : new ResidualLibrary(
            spec.residuals.scenarioCount,
            spec.residuals.stageCount,
            spec.residuals.entityCount,
            spec.residuals.values,
          );
    const request = { base, trajectories, dimension: layout.dimension, library };
    const methods = new Map(stages.map(({ method }) => [method, openingMethod(method)]));
    const points = new Map([...methods].map(([name, method]) => [name, method.forward(request)]));
    return {
      fill({ iteration, trajectory, stage }, out) {
        const { id, group, method, silent } = stages[stage]!;
        points.get(method)!.fill({ iteration, trajectory, group, stageIndex: stage }, fresh);
        if (methods.get(method)!.independent || noiseClass !== 'inflow') correlate(id, fresh, 0);
        for (const position of silent) fresh[position] = 0;
        for (let i = first; i < first + count; i++) out[i] = fresh[i]!;
        return -1;
      },
    };
  },
};
