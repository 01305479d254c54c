import type { Conventions } from '../../case/generation/conventions.js';
import type { Hydro } from './entity.js';

/** True of a plant that cannot store: its smallest and largest storage are the same in every stage it works in. */
export function hasFixedStorage({ at }: Pick<Hydro, 'at'>, { trueStatesOnly }: Conventions): boolean {
  if (!trueStatesOnly) return false;
  return at.every(
    ({ state, minStorageHm3, maxStorageHm3 }) =>
      state === 'absent' || (state === 'operating' && minStorageHm3 === maxStorageHm3),
  );
}
