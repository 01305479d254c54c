/**
 * A run writes for hours below a directory that was checked when it began. Whoever puts a link there meanwhile could lead
 * what is written away, so places are looked at again at every step, and a link that was not there before ends the run. A
 * link that appears between the look and the write is not seen; who may write to the directory is the first protection.
 */
import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';

const written = ['.', 'training', 'policy', 'simulation', 'hydro_models', 'stochastic'];

/** Gives the look; it throws when something has become a link, or leads elsewhere than before. */
export function watchLinks(output: string, policyDirectory: string): () => void {
  const places = [...written.map((name) => join(output, name)), policyDirectory];
  const before = places.map(targetOf);
  return () => {
    const changed = places.find((place, k) => targetOf(place) !== null && targetOf(place) !== before[k]);
    if (changed === undefined) return;
    throw new Fault('MissingFile', `Path '${changed}' became a link while the run was writing`, {
      context: { path: changed },
      suggestion: 'Remove the link and run the case again; nothing was written through it.',
    });
  };
}

/** Where a link leads; null for everything else. */
function targetOf(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isSymbolicLink() ? readlinkSync(path) : null;
}
