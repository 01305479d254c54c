import { entriesOf } from '../equipment/equipment.js';
import { members } from '../equipment/members.js';
import type { EntityId } from './identity.js';
import type { CaseFileKey, RawCase } from './registry.js';
import { type Registries, type RegistryName, registryIndex } from './registry-index.js';

/** The lists of entities a case declares, by registry. */
export function declaredEntities(raw: Partial<RawCase>): Readonly<Record<RegistryName, readonly { id: EntityId }[]>> {
  const lists = members.map((member) => [member.registry, entriesOf(member, raw)]);
  return { ...Object.fromEntries(lists), genericConstraints: raw.genericConstraints?.constraints ?? [] };
}

/** Which file declares a registry. */
export const fileOfRegistry = {
  ...Object.fromEntries(members.map(({ registry, declaredIn }) => [registry, declaredIn])),
  genericConstraints: 'genericConstraints',
} as Readonly<Record<RegistryName, CaseFileKey>>;

export function registriesOf(raw: Partial<RawCase>): Registries {
  const entries = Object.entries(declaredEntities(raw)).map(([name, declared]) => [name, registryIndex(declared)]);
  return Object.fromEntries(entries) as Registries;
}
