import type { EntityId } from './identity.js';
import type { CaseFileKey, RawCase } from './registry.js';
import { type Registries, type RegistryName, registryIndex } from './registry-index.js';

/** The lists of entities a case declares, by registry. */
export function declaredEntities(raw: Partial<RawCase>): Readonly<Record<RegistryName, readonly { id: EntityId }[]>> {
  return {
    buses: raw.buses?.buses ?? [],
    lines: raw.lines?.lines ?? [],
    hydros: raw.hydros?.hydros ?? [],
    thermals: raw.thermals?.thermals ?? [],
    nonControllableSources: raw.nonControllableSources?.non_controllable_sources ?? [],
    pumpingStations: raw.pumpingStations?.pumping_stations ?? [],
    contracts: raw.energyContracts?.contracts ?? [],
    genericConstraints: raw.genericConstraints?.constraints ?? [],
  };
}

/** Which file declares a registry. */
export const fileOfRegistry: Readonly<Record<RegistryName, CaseFileKey>> = {
  buses: 'buses',
  lines: 'lines',
  hydros: 'hydros',
  thermals: 'thermals',
  nonControllableSources: 'nonControllableSources',
  pumpingStations: 'pumpingStations',
  contracts: 'energyContracts',
  genericConstraints: 'genericConstraints',
};

export function registriesOf(raw: Partial<RawCase>): Registries {
  const entries = Object.entries(declaredEntities(raw)).map(([name, declared]) => [name, registryIndex(declared)]);
  return Object.fromEntries(entries) as Registries;
}
