/**
 * What a test file costs: CPU of its process and of the programs it waited for, from before its imports until after its
 * last test. `npm test -- --cpu` asks for it and tells the dearest files at the end (scripts/cpu-lines.ts).
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** Linux tells it in hundredths of a second: own user and system time, and the same of children that have ended. */
function cpu(): { readonly own: number; readonly programs: number } {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) / 100, programs: (childUser + childSystem) / 100 };
}

const ledger = process.env.TEST_CPU;
if (ledger !== undefined && process.platform === 'linux') {
  const start = cpu();
  afterAll(() => {
    const end = cpu();
    const file = expect.getState().testPath ?? '';
    const cost = { own: end.own - start.own, programs: end.programs - start.programs };
    appendFileSync(ledger, `${JSON.stringify({ file, ...cost })}\n`);
  });
}
