import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Every package as npm would publish it; gives the paths of the tarballs. */
export function packTarballs(folder: string): string[] {
  npm(['pack', '--workspaces', '--ignore-scripts', '--pack-destination', folder], root);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(folder, name));
}

export function npm(args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--loglevel=error'], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`);
}
