/** What hosts show and models are told of every server: by list, so that nothing added later is forgotten. */
import { inPortableNames } from '@quadrivium/kernel';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';

import { skillText } from '../packages/kernel/src/registry/skill.js';
import { servers } from '../scripts/servers.js';

/** Tools whose answer is one thing, or what became of one thing, of a size that does not grow with what is stored. */
const ofOneThing = new Set([
  ...['cobre/run', 'cobre/get-task-status', 'cobre/cancel-task', 'cobre/export-results'],
  ...['get_constitution', 'get_profile', 'set_profile', 'delete_profile', 'index_build'],
  ...['add_atom', 'get_atom', 'edit_atom', 'delete_atom', 'verify_atom', 'verify_atoms', 'add_contact'],
  ...['create_interaction', 'interaction_apply_event', 'record_outcome', 'add_reminder', 'finish_reminder'],
  ...['portarium_run_start', 'portarium_agent_register', 'portarium_agent_heartbeat'],
]);

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
    // What it is for comes first, as one sentence of its own.
    expect(instructions.split('\n\n')[0]).toMatch(/^[A-Z][^.]+\.$/);
    expect(instructions).toMatch(/^Start /m);
    expect(instructions).toMatch(/^It (?:does not|sends nothing)/m);
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

  test('tells of every tool whose answer can grow how to ask it for less, by tools and arguments that are there', async () => {
    const { tools } = await listed();
    const names = new Set(tools.map(({ name }) => name));
    const offered = definition.operations?.filter(({ tool }) => tool !== false) ?? [];
    const silent = offered.filter(({ name, narrower }) => names.has(name) && narrower === undefined);
    expect(silent.map(({ name }) => name).filter((name) => !ofOneThing.has(name))).toEqual([]);
    for (const { name, narrower = '' } of definition.operations ?? [])
      for (const mentioned of narrower.match(/\bcobre\/[a-z-]+|\b(?:list|get|gap|explain|portarium)_[a-z_]+\b/g) ?? [])
        expect(names, name).toContain(mentioned);
  });

  test('speaks of its tools by the names under which it lists them, also where these are portable', async () => {
    const { operations = [], resources = [], prompts = [] } = definition;
    const unlisted = operations.map(({ name }) => name).filter((name) => /[^\w-]/.test(name));
    const { client, close } = await connectInMemory(definition, { allowWrite: true, toolNames: 'portable' });
    const skills = inPortableNames(definition).skills ?? [];
    const told = [
      client.getInstructions() ?? '',
      JSON.stringify((await client.listTools()).tools),
      ...skills.map((skill) => skillText(skill)),
      ...(prompts.length > 0 ? [JSON.stringify((await client.listPrompts()).prompts)] : []),
      ...(resources.length > 0 ? [JSON.stringify(await client.listResourceTemplates())] : []),
    ];
    await close();
    for (const text of told)
      for (const name of unlisted) expect(text).not.toMatch(new RegExp(`(?<![\\w/])${name}(?![\\w/-])`));
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
