import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterEach, describe, expect, test } from 'vitest';
import { openHttpFront } from '../../packages/kernel/src/http/index.js';
import { createRuntime, noAudit, type ServerDefinition, streamableHttp } from '../../packages/kernel/src/index.js';
import { skillText } from '../../packages/kernel/src/registry/skill.js';
import { servers } from '../../scripts/servers.js';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function clientOf(definition: ServerDefinition, mode: 'legacy' | { pin: string }): Promise<Client> {
  const runtime = createRuntime(definition, { audit: noAudit });
  const front = await openHttpFront({ port: 0, routes: { '/mcp': streamableHttp(runtime) } });
  cleanups.push(() => front.close());
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', front.url)));
  cleanups.push(() => client.close());
  return client;
}

describe.each(servers.map(({ binary, definition }) => [binary, definition] as const))('%s', (_, definition) => {
  test.each([['legacy'], [{ pin: '2026-07-28' }]] as const)(
    "the SDK's own client lists its skill and finds the file that was announced (%j)",
    async (mode) => {
      const skills = new SkillsClient(await clientOf(definition, mode));
      expect(skills.supported).toBe(true);
      const listed = (await skills.list()).skills;
      expect(listed.map(({ frontmatter }) => frontmatter)).toEqual(
        definition.skills?.map(({ name, description }) => ({ name, description })),
      );
      for (const skill of listed) {
        const { verified, text, frontmatter } = await skills.read(skill);
        expect(verified).toBe(true);
        expect(frontmatter).toEqual(skill.frontmatter);
        expect(definition.skills?.map(skillText)).toContain(text);
        expect((await skills.get(skill.uri)).skill).toEqual(skill);
      }
    },
  );

  test('every name that its skill sets in code is a tool of it, or stands in the schemas of its tools', async () => {
    const { tools } = await (await clientOf(definition, 'legacy')).listTools();
    const names = new Set(tools.map(({ name }) => name));
    const schemas = JSON.stringify(tools);
    for (const { body, description } of definition.skills ?? []) {
      const words = [...body.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
      const named = words.filter((word) => names.has(word));
      // What is no tool must be an argument, a field or a value of one; flags of the command line are neither.
      const others = words
        .filter((word) => !names.has(word) && !word.startsWith('--'))
        .flatMap((word) => word.split(/[/:]\s*/))
        .filter((word) => !/^(true|false)$/.test(word));
      for (const word of others) expect(schemas, `${word} in a skill`).toContain(`"${word}"`);
      expect(new Set(named).size).toBeGreaterThan(2);
      expect([...names].some((name) => description.includes(name))).toBe(true);
    }
  });
});

test('revisions that know no extensions are told what their seeds say', async () => {
  for (const { definition } of servers) {
    const { capabilities } = definition;
    const told = typeof capabilities === 'function' ? capabilities('2024-11-05') : capabilities;
    const { capabilitiesFor } = await import('../../packages/kernel/src/protocol/capabilities.js');
    expect(capabilitiesFor(definition, '2024-11-05')).toEqual(told);
  }
});
