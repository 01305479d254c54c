/** Every object answers to "constructor" and "toString": where a caller or a server says so, it is a name like others. */
import { render } from '@quadrivium/kernel';
import { exitCodeOf, exitCodes } from '@quadrivium/kernel/shell';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { namesOfObjects } from '../../../../test/support/names-of-objects.js';
import { paramHeaders } from '../../src/wire/param-headers.js';
import { kitchen } from '../fixtures/kitchen.js';

describe.each(namesOfObjects)('"%s"', (name) => {
  test('as an argument that nothing completes has no suggestions, in prompts and in resources', async () => {
    const { client, close } = await connectInMemory(kitchen);
    const argument = { name, value: 's' };
    const ofPrompt = { type: 'ref/prompt', name: 'kitchen/compare' } as const;
    const ofResource = { type: 'ref/resource', uri: 'kitchen://case/{case_dir}/config' } as const;
    expect((await client.complete({ ref: ofPrompt, argument })).completion.values).toEqual([]);
    expect((await client.complete({ ref: ofResource, argument })).completion.values).toEqual([]);
    await close();
  });

  test('as a column that a row lacks is an empty cell', () => {
    const rows = JSON.parse(`[{"id":1,${JSON.stringify(name)}:"x"},{"id":2}]`) as unknown;
    expect(render(rows).split('\n').slice(2)).toEqual([
      expect.stringMatching(/^1 +x$/),
      expect.stringMatching(/^2 +-$/),
    ]);
  });

  test('as a kind of fault ends a program like any that says nothing else', () => {
    expect(exitCodeOf({ kind: name })).toBe(exitCodes.usage);
  });

  test('as an argument that is not given becomes no header', () => {
    expect(paramHeaders([{ path: [name, 'name'], header: 'Name' }], {})).toEqual({});
  });
});
