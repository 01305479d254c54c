import type { Correlation, CorrelationGroup } from '../../case/model.js';
import type { NoiseLayout } from '../model.js';
import { spectralRoot } from './spectral-root.js';

/** Correlation ready for use: plain data, so that workers receive the roots instead of taking them again. */
export interface CorrelationRoots {
  readonly profiles: ReadonlyMap<string, readonly GroupRoot[]>;
  /** By stage id; a stage without an entry uses `default`, or the only profile. */
  readonly profileOfStage: ReadonlyMap<number, string>;
}

type GroupRoot = ReturnType<typeof rootOf>;

export function correlationRoots(correlation: Correlation | null, layout: NoiseLayout): CorrelationRoots | null {
  if (correlation === null) return null;
  const { profiles, profileOfStage } = correlation;
  return {
    profiles: new Map([...profiles].map(([name, { groups }]) => [name, groups.map((group) => rootOf(group, layout))])),
    profileOfStage,
  };
}

/** Turns independent noise of a stage into correlated noise, in place, from `offset` on. */
export type Correlator = (stageId: number, noise: Float64Array, offset: number) => void;

/** `applies` limits the correlation to some classes: noise that comes from a library or a tree carries its own. */
export function correlator(
  roots: CorrelationRoots | null,
  dimension: number,
  applies: (type: 'inflow' | 'load' | 'ncs') => boolean = () => true,
): Correlator {
  if (roots === null) return () => undefined;
  const { profiles, profileOfStage } = roots;
  const only = profiles.size === 1 ? [...profiles.keys()][0] : undefined;
  const scratch = new Float64Array(dimension);
  return (stageId, noise, offset) => {
    const name = profileOfStage.get(stageId) ?? (profiles.has('default') ? 'default' : only);
    for (const group of (name === undefined ? undefined : profiles.get(name)) ?? []) {
      if (applies(group.type)) multiply(group, noise, offset, scratch);
    }
  };
}

/** Members without noise (a bus whose load is certain) drop out of the matrix before the root is taken. */
function rootOf(group: CorrelationGroup, layout: NoiseLayout) {
  const places = group.members.map(({ type, entityIndex }) => positionOf(type, entityIndex, layout));
  const kept = places.map((_, i) => i).filter((i) => places[i]! >= 0);
  const matrix = kept.map((i) => kept.map((j) => group.matrix[i]![j]!));
  return {
    /** Positions of the members in the noise vector. */
    positions: Int32Array.from(kept, (i) => places[i]!),
    root: spectralRoot(matrix),
    type: group.members[0]?.type ?? 'inflow',
  };
}

function positionOf(type: 'inflow' | 'load' | 'ncs', entity: number, layout: NoiseLayout): number {
  if (type === 'inflow') return entity;
  return (type === 'load' ? layout.positionOfBus[entity] : layout.positionOfNcs[entity]) ?? -1;
}

function multiply({ positions, root }: GroupRoot, noise: Float64Array, offset: number, scratch: Float64Array): void {
  const n = positions.length;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += root[i * n + j]! * noise[offset + positions[j]!]!;
    scratch[i] = sum;
  }
  for (let i = 0; i < n; i++) noise[offset + positions[i]!] = scratch[i]!;
}
