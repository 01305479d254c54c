import type { RegistryName } from '../../case/registry-index.js';
import type { Reference } from './reference.js';

const registryOf = { inflow: 'hydros', load: 'buses', ncs: 'nonControllableSources' } as const;

/** Members of correlation groups, by their class. */
export const correlationReferences: readonly Reference[] = (['inflow', 'load', 'ncs'] as const).map((type) => ({
  file: 'correlation',
  field: `entities(${type}).id`,
  target: registryOf[type] satisfies RegistryName,
  *uses(raw) {
    for (const profile of Object.values(raw.correlation?.profiles ?? {})) {
      for (const { name, entities } of profile.correlation_groups) {
        for (const entity of entities) if (entity.type === type) yield { owner: name, value: entity.id };
      }
    }
  },
}));
