/** What hosts show and models are told of every server: by list, so that nothing added later is forgotten. */
import { connectInMemory } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { servers } from '../scripts/servers.js';

describe.each(servers.map(({ binary, definition }) => [binary, definition] as const))('%s', (_, definition) => {
  const listed = async () => {
    const { client, close } = await connectInMemory(definition, { allowWrite: true });
    const { tools } = await client.listTools();
    const { resourceTemplates = [] } = definition.resources ? await client.listResourceTemplates() : {};
    const { resources = [] } = definition.resources ? await client.listResources() : {};
    const { prompts = [] } = definition.prompts ? await client.listPrompts() : {};
    await close();
    return { tools, resources: [...resourceTemplates, ...resources], prompts };
  };

  test('says what it is for, what it does not do and where to start, in at most 200 words', () => {
    const { instructions = '' } = definition;
    expect(instructions.split(/\s+/).length).toBeLessThanOrEqual(200);
    expect(instructions).toMatch(/^Start |\n(Start|It does not|It sends nothing)/m);
    expect(instructions).toMatch(/does not|sends nothing/);
  });

  test('names only tools that it has', async () => {
    const { instructions = '' } = definition;
    const names = new Set((await listed()).tools.map(({ name }) => name));
    const mentioned = instructions.match(/\bcobre\/[a-z-]+|\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
    expect(mentioned.length).toBeGreaterThan(3);
    expect(mentioned.filter((name) => !names.has(name))).toEqual([]);
  });

  test('has a title and an icon for everything it lists, and says whom it is for or what it may change', async () => {
    const { tools, resources, prompts } = await listed();
    for (const each of [...tools, ...resources, ...prompts])
      expect(each, each.name).toMatchObject({ title: expect.stringMatching(/\S/), icons: [expect.anything()] });
    for (const tool of tools) expect(Object.keys(tool.annotations ?? {}).length, tool.name).toBe(5);
    for (const each of resources) expect(each.annotations?.audience?.length, each.name).toBeGreaterThan(0);
  });

  test('tells of every tool that reads how to ask it for less, by tools and arguments that are there', async () => {
    const { tools } = await listed();
    const names = new Set(tools.map(({ name }) => name));
    const reading = definition.operations?.filter(({ effect, tool }) => effect === 'read' && tool !== false) ?? [];
    const silent = reading.filter(({ narrower }) => narrower === undefined).map(({ name }) => name);
    // One thing that was asked for by its id, of a size that does not grow.
    const small = ['cobre/get-task-status', 'get_atom', 'get_constitution', 'get_profile'];
    expect(silent.filter((name) => !small.includes(name))).toEqual([]);
    for (const { name, narrower = '' } of definition.operations ?? [])
      for (const mentioned of narrower.match(/\bcobre\/[a-z-]+|\b(?:list|get|gap|explain|portarium)_[a-z_]+\b/g) ?? [])
        expect(names, name).toContain(mentioned);
  });

  test('has icons that need no network and are small', async () => {
    const { tools } = await listed();
    for (const icon of tools.flatMap(({ icons = [] }) => icons)) {
      expect(icon.src).toMatch(/^data:image\/svg\+xml;base64,/);
      expect(icon.src.length).toBeLessThan(500);
      expect(Buffer.from(icon.src.split(',')[1] ?? '', 'base64').toString('utf8')).toMatch(/^<svg .*<\/svg>$/);
    }
  });
});
