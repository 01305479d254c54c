/** A limit that is broken costs money nobody pays: whoever reads a mean cost is told how much of it that is. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answerOf, cobre, temporaryDirectory } from './program.js';

/** An own case with its optimum derived by hand, played three times. */
async function played(name: string): Promise<string> {
  const study = join(temporaryDirectory(), name);
  cpSync(fileURLToPath(new URL(`../../cases/${name}/case`, import.meta.url)), study, { recursive: true });
  const file = join(study, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...config, simulation: { enabled: true, num_scenarios: 3 } }));
  expect((await cobre('run', study)).code).toBe(0);
  return join(study, 'output');
}

test('a report tells what broken limits cost, and of how much', async () => {
  const results = await played('soft-minimum-storage');
  // DERIVATION.md: 9 hm³ too few at 10,000 $ each are 90,000 of 590,000 $.
  const told = '15.25 % of the mean cost: storage below its minimum 90.000 k$';
  expect((await cobre('report', results)).out).toContain(told);
  const { envelope } = await answerOf('report', results, '--html');
  expect(await readFile(envelope.data.page.file, 'utf8')).toContain(`Broken limits</th><td>${told}`);
}, 120_000);

test('a report says nothing of limits that were kept', async () => {
  const results = await played('thermal-merit-order');
  const { out } = await cobre('report', results);
  expect(out).toContain('Mean cost');
  expect(out).not.toContain('Broken limits');
}, 120_000);
