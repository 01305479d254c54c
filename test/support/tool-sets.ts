import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onlyOnRequest } from '../../scripts/tools.mjs';

const root = join(import.meta.dirname, '../..');

/** Third-party programs tests talk to; `node scripts/tools.mjs <set>` fetches them. */
export function toolSet(
  name: 'peers' | 'servers' | 'conformance' | 'restate' | 'bundles' | 'site' | 'compiler' | 'apps' | 'hosts',
): {
  readonly path: (...parts: string[]) => string;
  readonly absent: boolean;
} {
  const folder = join(root, '.tools', name);
  const absent = !existsSync(join(folder, 'installed.json'));
  if (absent && process.env.CI && !onlyOnRequest.includes(name))
    throw new Error(`CI needs the tool set "${name}"; scripts/test.mjs installs it.`);
  return { path: (...parts) => join(folder, 'node_modules', ...parts), absent };
}
