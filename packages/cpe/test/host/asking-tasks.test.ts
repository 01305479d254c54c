/** A task of 2025-11-25 asks over the request for its result, which stays open until it is over. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder, open, textOf, tool, toolbox } from './servers.js';

/** A task that was put aside and then has a question. */
async function asking(answer: (baked: string) => void) {
  const folder = freshFolder();
  const [baked, asks] = [join(folder, 'baked'), join(folder, 'asks')];
  const asked: object[] = [];
  const stderr: string[] = [];
  const elicitation = async (request: object) => {
    asked.push(request);
    answer(baked);
    return { action: 'accept' as const, content: {} };
  };
  const host = await open(
    { box: toolbox({ env: { BAKED: baked, BAKE_ASKS: asks } }, 'bake') },
    { handlers: () => ({ elicitation }), tasks: true, onStderr: (_, text) => stderr.push(text) },
  );
  await host.call(tool(host, 'bake'), {}, { taskPatienceMs: 0 });
  writeFileSync(asks, '');
  return { host, baked, asked, stderr: () => stderr.join('') };
}

test('the question is put when somebody looks, and the result comes when there is one', async () => {
  const { host, asked } = await asking((baked) => writeFileSync(baked, ''));
  expect(textOf(await host.readTask('box', 'bake-1'))).toBe('baked');
  expect(asked).toMatchObject([{ message: 'May it begin?' }]);
});

test('whoever answers and does not want to wait is told that it goes on, and reads the result later', async () => {
  const { host, baked, asked, stderr } = await asking(() => undefined);
  expect(textOf(await host.readTask('box', 'bake-1'))).toContain('goes on at its server as a task: working');
  await expect.poll(stderr, { timeout: 60_000 }).toContain('cancelled');
  writeFileSync(baked, '');
  expect(textOf(await host.readTask('box', 'bake-1'))).toBe('baked');
  expect(asked).toHaveLength(1);
});

test('whoever leaves takes the request back at the server, and the task goes on', async () => {
  const leaving = new AbortController();
  const { host, stderr } = await asking(() => leaving.abort());
  const { isError, failure } = await host.readTask('box', 'bake-1', { signal: leaving.signal });
  expect({ isError, kind: failure?.kind }).toEqual({ isError: true, kind: 'Cancelled' });
  await expect.poll(stderr, { timeout: 60_000 }).toContain('cancelled');
  expect(host.tasks.list()).toHaveLength(1);
});
