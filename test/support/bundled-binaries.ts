import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Every program the packages install, with the bundle it runs. */
export function bundledBinaries(): { readonly name: string; readonly file: string }[] {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  return folders.flatMap((folder) => {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) return [];
    const { bin = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: Record<string, string> };
    return Object.entries(bin).map(([name, file]) => ({ name, file: join(folder, file) }));
  });
}

/** A folder for PATH in which every program is a small script, as an installation would have it. */
export function writeShims(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, file } of bundledBinaries()) {
    if (!existsSync(file)) {
      throw new Error(
        `The bundle of "${name}" is missing; "npm run build" makes it, and "npm test" does so by itself.`,
      );
    }
    writeFileSync(join(folder, name), `#!/bin/sh\nexec "${process.execPath}" "${file}" "$@"\n`, { mode: 0o755 });
  }
}

/** What a newcomer's shell has: the programs, Node, the system, and no settings of whoever runs the tests. */
export function plainEnvironment(home: string, shims: string): Record<string, string> {
  const path = [shims, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  return { PATH: path, HOME: home, LANG: 'C.UTF-8', TZ: 'UTC', NO_COLOR: '1', TERM: 'dumb' };
}
