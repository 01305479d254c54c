/** Every object answers to "constructor" and "toString": in expressions, servers and workflows these are names like others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namesOfObjects } from '../../../../test/support/names-of-objects.js';
import { evaluate, parseExpression } from '../../src/domain/expression.js';
import { connectDownstream } from '../../src/downstream/kernel-downstream.js';
import { type World, world } from '../http/world.js';

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

describe.each(namesOfObjects)('"%s"', (name) => {
  test('is no operator of expressions', () => {
    expect(() => parseExpression(`1 ${name} 2`)).toThrow('is not expected here');
    expect(evaluate(parseExpression(name), {})).toBeNull();
  });

  test('is no server that nobody configured, and trusted only where somebody said so', async () => {
    const downstream = connectDownstream({});
    await expect(downstream.tools?.(name)).rejects.toThrow(`No server "${name}" is configured.`);
    expect(downstream.trusts?.(name)).toBeUndefined();
    await downstream.close();
  });

  test('is an unknown field of a request, and is said to be', async () => {
    const body = JSON.parse(`{"workflowId":"notes","parameters":{},${JSON.stringify(name)}:1}`) as object;
    const answer = await w.rest('alice', 'POST', '/runs', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject(Object.fromEntries([[name, ['is not a known field']]]));
  });

  test('is a field that no workflow has, and an id of a workflow and a step', async () => {
    const step = { actionId: name, operation: 'work-item:create', title: name };
    const workflow = { workflowId: name, name, executionTier: 'Auto', actions: [step] };
    const unknown = JSON.parse(`{${JSON.stringify(name)}:1,${JSON.stringify(workflow).slice(1)}`) as object;
    await expect(w.plane.putWorkflow(w.admin, { source: unknown })).rejects.toMatchObject({ kind: 'InvalidInput' });
    if (name.startsWith('_')) return;
    await w.plane.putWorkflow(w.admin, { source: workflow });
    const { status, body } = await w.rest('alice', 'POST', '/runs', { workflowId: name });
    expect(status).toBeLessThan(300);
    expect(body.status).toMatch(/Pending|Running|Succeeded/);
  });
});
