import { entitiesOf, members } from '../../equipment/members.js';
import type { Scalar } from '../expression/linear-form.js';
import type { Horizon } from '../horizon.js';
import { givenValue, variesByBlock } from '../parameters.js';
import type { GenericParameterEntry } from '../schema/current/generic.js';
import type { System } from '../system.js';
import type { ResolveContext } from './context.js';

/** The values of a case's parameters. */
export interface ParameterValues {
  /** Of a sum of scalars in a block of a stage. */
  sum(scalars: readonly Scalar[], stage: number, block: number): number;
  /** Of the product of parameters, by stage and block; null when there are none. */
  product(names: readonly string[]): readonly (readonly number[])[] | null;
  varies(names: readonly string[]): boolean;
}

export function parameterValues({ raw, horizon, registries }: ResolveContext, system: System): ParameterValues {
  const entries = new Map((raw.genericParameters?.scalar_parameters ?? []).map((entry) => [entry.name, entry]));
  const valueAt = (name: string, stage: number, block: number): number => {
    const entry = entries.get(name);
    if (entry === undefined) return 0;
    if (entry.kind === 'computed') return computed(entry, system, registries, stage) ?? 0;
    const { id, seasonId } = horizon.stages[stage]!;
    return givenValue(entry, { stageId: id, seasonId, block }) ?? 0;
  };
  const productAt = (names: readonly string[], stage: number, block: number) =>
    names.reduce((product, name) => product * valueAt(name, stage, block), 1);
  return {
    sum: (scalars, stage, block) =>
      scalars.reduce((sum, { coefficient, parameters }) => sum + coefficient * productAt(parameters, stage, block), 0),
    product: (names) =>
      names.length === 0 ? null : byPlace(horizon, (stage, block) => productAt(names, stage, block)),
    varies: (names) => names.some((name) => entries.has(name) && variesByBlock(entries.get(name)!)),
  };
}

function byPlace({ stages }: Horizon, value: (stage: number, block: number) => number): number[][] {
  return stages.map(({ index, blocks }) => blocks.map((_, block) => value(index, block)));
}

type Computed = Extract<GenericParameterEntry, { kind: 'computed' }>;

/** What the equipment that knows the tag says about the entity. */
function computed(
  { computed_spec: { tag, hydro_id: id } }: Computed,
  system: System,
  registries: ResolveContext['registries'],
  stage: number,
): number | null {
  for (const member of members) {
    const index = registries[member.registry as keyof typeof registries].indexOf(id);
    const value = index === undefined ? undefined : member.scalar?.(tag, entitiesOf(system, member), index, stage);
    if (value !== undefined) return value;
  }
  return null;
}
