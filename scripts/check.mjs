/** Everything that can be said about the code without running it. All steps run, so one call shows all problems. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (path) => join(root, 'node_modules', path);
const tsx = ['--conditions=quadrivium-source', '--import', 'tsx'];

const steps = [
  ['types', [bin('typescript/bin/tsc'), '-b']],
  ['types of tests and scripts', [bin('typescript/bin/tsc'), '-p', 'tsconfig.test.json']],
  ['lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
  ['import directions', [...tsx, 'scripts/deps.ts']],
  ['dead code', [bin('knip/bin/knip.js'), '--no-config-hints']],
  ['generated docs', [...tsx, 'scripts/docs.ts', '--check']],
];

const failed = steps.filter(([name, args]) => {
  const started = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`);
  return status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
