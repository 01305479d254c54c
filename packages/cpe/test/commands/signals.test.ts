import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { canSeeProcesses, expectNoneLeft, marked, newMark, toolbox } from '../host/servers.js';
import { finish, project, said, start } from './cli.js';

const call = ['mcp', 'call-tool', '--server', 's', '--tool', 'hang', '--progress'];

/** A call under way in a real process, which has told that it began. */
async function hanging(manners: string, mark: string) {
  const server = toolbox({ env: { MANNERS: manners } }, 'hang');
  const child = start(project({ s: server }), call, { env: { ...process.env, CPE_TEST_MARK: mark } });
  await said(child, 'progress: 1 hanging');
  return { child, ran: finish(child) };
}

describe('during a call', () => {
  test.each([
    ['SIGINT', '', 130],
    ['SIGTERM', '', 143],
    ['SIGINT', 'grandchild,ignore-term', 130],
    ['SIGTERM', 'grandchild,ignore-term', 143],
  ] as const)('%s ends cpe and all processes of a server (%s)', async (signal, manners, code) => {
    const mark = newMark();
    const { child, ran } = await hanging(manners, mark);
    child.kill(signal);
    expect(await ran).toMatchObject({ code, out: '' });
    await expectNoneLeft(mark);
  });

  test('SIGINT tells the server that the call is cancelled', async () => {
    const { child, ran } = await hanging('', newMark());
    child.kill('SIGINT');
    expect((await ran).err).toContain('[s] cancelled');
  });

  test('a second SIGINT ends cpe at once, and its guard ends the server', async () => {
    const mark = newMark();
    const { child, ran } = await hanging('ignore-term', mark);
    child.kill('SIGINT');
    await sleep(100);
    child.kill('SIGINT');
    expect((await ran).code).toBe(130);
    await expectNoneLeft(mark, 5_000);
  });

  test.skipIf(!canSeeProcesses)('SIGKILL of cpe leaves no server behind', async () => {
    const mark = newMark();
    const { child, ran } = await hanging('ignore-term,grandchild', mark);
    expect(marked(mark).length).toBeGreaterThan(1);
    child.kill('SIGKILL');
    await ran;
    await expectNoneLeft(mark, 10_000);
  });
});

test('SIGINT while connecting ends cpe too', async () => {
  const mark = newMark();
  const server = toolbox({ env: { MANNERS: 'silent' } });
  const child = start(project({ s: server }), ['mcp', 'info', 's'], { env: { ...process.env, CPE_TEST_MARK: mark } });
  await said(child, 'silent');
  const ran = finish(child);
  child.kill('SIGINT');
  expect(await ran).toMatchObject({ code: 130, out: '' });
  await expectNoneLeft(mark);
});

test('a reader that stops early ends cpe quietly', async () => {
  const mark = newMark();
  const args = ['mcp', 'call-tool', '--server', 's', '--tool', 'long', '--args', '{"chars": 5000000}'];
  const child = start(project({ s: toolbox({}, 'long') }), args, { env: { ...process.env, CPE_TEST_MARK: mark } });
  child.stdout.once('data', () => child.stdout.destroy());
  const { err } = await finish(child);
  expect(err).toBe('');
  await expectNoneLeft(mark);
});
