/** Steps over HTTP that are undone over HTTP, at a real server. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openPlane, type TestPlane } from './plane.js';
import { openShelf, type Shelf } from './shelf-server.js';

let shelf: Shelf;
let world: TestPlane;
beforeEach(async () => {
  shelf = await openShelf();
  onTestFinished(() => shelf.close());
  world = await openPlane({ allowedHosts: [shelf.host], environment: 'dev' });
});

const http = (method: string, path: string, more: object = {}) => ({
  operation: 'http:call',
  method,
  url: `http://${shelf.host}${path}`,
  ...more,
});
const undoneBy = (compensation: object) => ({
  name: 'Shelf',
  executionTier: 'Auto',
  actions: [
    { actionId: 'put', ...http('PUT', '/things/{{ input.name }}'), compensation },
    { actionId: 'close', ...http('POST', '/close'), retry: { maxAttempts: 1 } },
  ],
});
const ran = async (source: object, input: object = { name: 'a' }) => {
  await world.plane.putWorkflow(world.alice, { source });
  const { runId } = await world.plane.startRun(world.alice, { workflowId: 'shelf', input } as never);
  await world.settle();
  return world.plane.getRun(world.alice, runId);
};

describe('a step over HTTP', () => {
  test('is undone by a request that reads what it came to; braces in data stay data', async () => {
    const undo = {
      method: 'DELETE',
      url: `http://${shelf.host}{{ output.body.at }}`,
      headers: { 'x-why': '{{ input.why }}' },
    };
    const run = await ran(undoneBy(undo), { name: '%7B%7B input.name %7D%7D', why: '{{ run.runId }}' });
    expect(run.status).toBe('Failed');
    expect(shelf.asked.at(-1)).toMatch(/^DELETE \/things\//);
    expect([...shelf.things]).toEqual([]);
    const undoing = await world.plane.getRun(world.alice, run.compensationRunId ?? '');
    expect(undoing).toMatchObject({ status: 'Succeeded', compensatesRunId: run.runId });
    expect(undoing.steps).toMatchObject([
      { input: { server: shelf.host, tool: 'http.DELETE', arguments: { headers: { 'x-why': '{{ run.runId }}' } } } },
    ]);
    expect(await world.plane.verifyEvidence(world.adam)).toMatchObject({ valid: true });
  });

  test('of which nobody can say the address that undoes it becomes work for a person', async () => {
    const run = await ran(undoneBy({ method: 'DELETE', url: '{{ output.body.nothing }}' }));
    expect(run).toMatchObject({ status: 'Failed' });
    expect(run.compensationRunId).toBeUndefined();
    const { items } = await world.plane.listWorkItems(world.alice, { mcpStatus: 'pending' } as never);
    expect(items).toMatchObject([{ title: 'Undo step "put" by hand', runId: run.runId }]);
  });

  test('cannot be saved with a way back that is half of one kind and half of the other', async () => {
    for (const half of [{}, { server: 'desk' }, { tool: 'x', url: 'http://a/' }, { method: 'BREW', url: 'http://a/' }])
      await expect(world.plane.putWorkflow(world.alice, { source: undoneBy(half) })).rejects.toMatchObject({
        message: expect.stringContaining('actions.0.compensation'),
      });
    const unknown = undoneBy({ method: 'DELETE', url: 'http://a/{{ nowhere.to }}' });
    await expect(world.plane.putWorkflow(world.alice, { source: unknown })).rejects.toMatchObject({
      message: expect.stringContaining('"nowhere"'),
    });
  });

  test('stays with its host and its method when its plan is revised', async () => {
    const asks = {
      name: 'Shelf',
      executionTier: 'HumanApprove',
      actions: [
        { actionId: 'ask', operation: 'approval:request', prompt: 'May I?' },
        { actionId: 'put', ...http('PUT', '/things/a') },
      ],
    };
    const run = await ran(asks);
    const [asked] = (await world.plane.listApprovals(world.bob, { runId: run.runId } as never)).items;
    const approvalId = asked?.approvalId ?? '';
    await world.plane.decideApproval(world.bob, {
      approvalId,
      decision: 'RequestChanges',
      rationale: 'elsewhere',
    } as never);
    const revise = (method: string, url: string) =>
      world.plane.revisePlan(world.alice, { approvalId, arguments: { put: { method, url, headers: {} } } } as never);
    const here = `http://${shelf.host}/things/b`;
    for (const [method, url] of [
      ['DELETE', here],
      ['PUT', 'http://169.254.169.254/things/b'],
      ['PUT', 'nowhere'],
    ] as const)
      await expect(revise(method, url)).rejects.toMatchObject({
        message: expect.stringContaining('stays with http.PUT'),
      });
    const { approvalId: next } = await revise('PUT', here);
    await world.plane.decideApproval(world.bob, { approvalId: next, decision: 'Approved' } as never);
    await world.settle();
    expect(shelf.asked).toEqual(['PUT /things/b']);
  });
});
