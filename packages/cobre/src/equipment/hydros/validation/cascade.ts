import type { Rule } from '../../../validation/rule.js';
import { impossible } from '../../../validation/semantic/physical.js';
import { files } from '../schema.js';

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
          file: files.hydros.path,
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
