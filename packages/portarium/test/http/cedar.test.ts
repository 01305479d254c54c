/** Statements of Cedar from the file to the call that is refused, over real sockets and by the command line. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlane } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';
import { until, type World, world } from './world.js';

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const reading = 'permit(principal, action == Action::"notes/notes_read", resource);';
const policy = (policyId: string, cedar: string) => ({ policyId, name: 'Notes', cedar });

async function runOnce() {
  const { body } = await w.rest('alice', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'a' } });
  const ended = ['Succeeded', 'Failed', 'Paused', 'WaitingForApproval'];
  return until(
    async () => (await w.rest('alice', 'GET', `/runs/${body.runId}`)).body,
    ({ status }) => ended.includes(status),
  );
}

describe('a policy with Cedar', () => {
  test('is refused when Cedar cannot read it, and says where', async () => {
    const { status, body } = await w.rest('adam', 'POST', '/policies', { source: policy('bad', 'permit(principal') });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({ cedar: ['unexpected end of input, at character 17'] });
    const asking = '@approval("many people") permit(principal, action, resource);';
    expect((await w.rest('adam', 'POST', '/policies', { source: policy('bad', asking) })).status).toBe(422);
  });

  test('is saved with a warning when it names a tool that is not there', async () => {
    const cedar = 'permit(principal, action == Action::"notes/notes_raed", resource);';
    const { status, body } = await w.rest('adam', 'POST', '/policies', { source: policy('misspelt', cedar) });
    expect(status).toBe(201);
    expect((body as unknown as { warnings: readonly string[] }).warnings.join()).toMatch(/notes_raed/);
    const fitting = await w.rest('adam', 'POST', '/policies', { source: policy('fitting', reading) });
    expect(fitting.body).not.toHaveProperty('warnings');
  });

  test('shows what it would change before it is saved, then stops the call that no statement permits', async () => {
    expect((await runOnce()).status).toBe('WaitingForApproval');
    const source = policy('only-reading', reading);
    const asked = await w.rest('zoe', 'POST', '/policies:simulate', { source, against: 'active' });
    const { changes } = asked.body as unknown as {
      changes: readonly { tool: string; before: string; after: string }[];
    };
    expect(changes).toEqual([
      expect.objectContaining({ tool: 'notes_write', before: 'RequireApproval', after: 'Deny' }),
    ]);
    expect((await w.rest('adam', 'GET', '/policies')).body.items).not.toContainEqual(
      expect.objectContaining({ policyId: 'only-reading' }),
    );
    await w.rest('adam', 'POST', '/policies', { source, activate: true });
    const run = (await runOnce()) as unknown as { status: string; failure: { kind: string; message: string } };
    expect(run).toMatchObject({ status: 'Failed', failure: { kind: 'PolicyDenied' } });
    expect(run.failure.message).toMatch(/only-reading permits/);
    await w.rest('adam', 'POST', '/policies/only-reading:deactivate', { withoutDiff: true });
  });

  test('has a schema made of the tools, and its tests are run where it is written', async () => {
    const { body } = await w.rest('zoe', 'GET', '/policies:schema');
    expect((body as unknown as { schema: string }).schema).toContain('action "notes/notes_write" in [Action::"call"]');
    const tests = { tests: [{ name: 'reads', call: { server: 'notes', tool: 'notes_read' }, expect: 'Allow' }] };
    const ran = await w.rest('zoe', 'POST', '/policies:test', { source: policy('p', reading), tests });
    expect(ran.body).toMatchObject({ passed: 1, failed: 0 });
    const nonsense = await w.rest('zoe', 'POST', '/policies:test', {
      source: policy('p', reading),
      tests: { tests: [{}] },
    });
    expect(nonsense.status).toBe(422);
  });
});

describe('portarium policy test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-cedar-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/policies-in-cedar.md'), 'utf8');
  for (const [, name = '', text = ''] of guide.matchAll(/```yaml file=(\S+)\n([\s\S]*?)```/g))
    writeFileSync(join(folder, name), text);

  async function policyTest(...files: string[]) {
    const terminal = memoryTerminal();
    const words = ['--json', '--db', join(folder, 'none.db'), 'policy', 'test', ...files.map((it) => join(folder, it))];
    return { code: await runPortarium(words, openPlane, terminal), terminal };
  }

  test('runs the tests of the guide without a database', async () => {
    const { code, terminal } = await policyTest('spending.yaml', 'spending.tests.yaml');
    expect(JSON.parse(terminal.stdout)).toMatchObject({ passed: 3, failed: 0 });
    expect(code).toBe(0);
  });

  test('fails with exit code 3 when a policy says otherwise, and tells which statement did', async () => {
    const changed = readFileSync(join(folder, 'spending.yaml'), 'utf8').replace('<= 100', '<= 1000');
    writeFileSync(join(folder, 'changed.yaml'), changed);
    const small =
      'tests:\n  - { name: asked, call: { server: billing, tool: refund, arguments: { amount: 99 }, roles: [operator] }, expect: RequireApproval }\n';
    writeFileSync(join(folder, 'asked.yaml'), small);
    const { code, terminal } = await policyTest('changed.yaml', 'asked.yaml');
    expect(code).toBe(3);
    expect(JSON.parse(terminal.stdout).results).toEqual([
      expect.objectContaining({ passed: false, decision: 'Allow', rule: 'spending/small' }),
    ]);
  });

  test('tests that stand in the policy are run without a second file', async () => {
    const own = readFileSync(join(folder, 'spending.tests.yaml'), 'utf8');
    writeFileSync(join(folder, 'own.yaml'), `${readFileSync(join(folder, 'spending.yaml'), 'utf8')}\n${own}`);
    const { code, terminal } = await policyTest('own.yaml');
    expect(JSON.parse(terminal.stdout)).toMatchObject({ passed: 3, failed: 0 });
    expect(code).toBe(0);
    expect((await policyTest('spending.yaml')).terminal.stderr).toContain('has no tests of its own');
  });

  test('a file that is missing or no test at all is a mistake of whoever asked', async () => {
    expect((await policyTest('spending.yaml', 'nowhere.yaml')).code).not.toBe(0);
    expect((await policyTest('spending.yaml', 'spending.yaml')).code).not.toBe(0);
  });
});
