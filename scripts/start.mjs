/** The main job: everything in one process. Further arguments go to `quadrivium up`. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binary = join(root, 'packages/quadrivium/bundle/quadrivium.js');
const child = spawn(process.execPath, [binary, 'up', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
// Ctrl-C reaches the child by itself; this process only waits and passes the outcome on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
