/** Below /proc the system says of every new folder that there is nothing. Whoever writes there hears of it, and soon. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { smallCase, writeCase } from '../case/write-case.js';
import { set } from '../validation/edit.js';
import { answerOf, cobre, temporaryDirectory } from './program.js';

const nowhere = '/proc/self/nowhere/deep';
const study = join(temporaryDirectory(), 'study');
const output = join(study, 'output');

beforeAll(async () => {
  const files = smallCase();
  set(files, 'config.json', 'simulation', { enabled: true, num_scenarios: 1 });
  await writeCase(study, files);
  await cobre('run', study);
});

test.skipIf(!existsSync('/proc/self')).each([
  ['init', ['init', nowhere]],
  ['schema export', ['schema', 'export', '--output-dir', nowhere]],
  ['migrate', ['migrate', study, nowhere]],
  ['run', ['run', study, '--output', nowhere]],
  ['plot', ['plot', output, '--output', nowhere]],
  ['export', ['export', output, 'hydros', '--output', `${nowhere}/hydros.csv`]],
  ['policy convert', ['policy', 'convert', join(output, 'policy'), `${nowhere}/policy`, '--to', '0.5']],
])('cobre %s is refused where no folder can be made', async (_, words) => {
  const { code, envelope } = await answerOf(...words);
  expect({ code, error: envelope.errors[0] }).toMatchObject({
    code: 1,
    error: { kind: 'InvalidArguments', message: expect.stringMatching(/\/proc\/(self|\d+)\/nowhere/) },
  });
  expect(envelope.errors[0].suggestion).toMatch(/place|name of the file/);
});
