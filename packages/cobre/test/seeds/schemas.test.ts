import { argumentsMetaKey, openSandbox } from '@quadrivium/kernel';
import { connectInMemory, serveRaw } from '@quadrivium/kernel/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { cobreServer } from '../../src/server.js';
import { newRoot } from '../tools/served.js';
import {
  blocksTitled,
  differences,
  type Json,
  promptSections,
  sections,
  skipSeeds,
  toolSections,
} from './seed-text.js';

/** What is listed, held against the specification's own JSON, key by key. */
interface Listed {
  readonly name: string;
  readonly inputSchema: Json;
  readonly outputSchema: Json;
}

/** Of the kinds that we have beside those of the seed: four of equipment, twelve further tables, five that follow from a case. */
const places = (first: number) => Array.from({ length: 21 }, (_, k) => first + k);

const entityIds = '/properties/filters/properties/entity_id';

/**
 * The only places where what we list differs. An id may be an integer, and a list of ids says what is in it; lists have
 * an end; a run may go on in the background and end with a proof; every kind of equipment and every further table can be asked for, not only those the seed names,
 * and exported as Parquet as well.
 */
const namedDifferences: Readonly<Record<string, readonly string[]>> = {
  'cobre/run': ['/properties/background', '/properties/prove'],
  'cobre/query-results': [
    '/properties/compact',
    ...places(5).map((place) => `/properties/entity_type/enum/${place}`),
    `${entityIds}/type`,
    `${entityIds}/description`,
    `${entityIds}/anyOf`,
    '/properties/filters/properties/columns/maxItems',
  ],
  'cobre/get-config-schema': ['/properties/file', '/properties/generation'],
  'cobre/compare-policies': ['/properties/policy_dirs/maxItems'],
  'cobre/compare-runs': ['/properties/output_dirs/maxItems'],
  'cobre/export-results': [
    '/properties/format/enum/3',
    ...places(6).map((place) => `/properties/entity_type/enum/${place}`),
    `${entityIds}/type`,
    `${entityIds}/description`,
    `${entityIds}/anyOf`,
    '/properties/filters/properties/stage_range/description',
    '/properties/filters/properties/scenario_range/description',
  ],
};

describe.skipIf(skipSeeds)('the specification read literally', () => {
  let listed: readonly Listed[];

  beforeAll(async () => {
    const files = await openSandbox([await newRoot()]);
    const { client, close } = await connectInMemory(cobreServer(), { files, revision: '2025-11-25' });
    listed = (await client.listTools()).tools as unknown as Listed[];
    await close();
  });

  const toolNamed = (name: string) => listed.find((tool) => tool.name === name)!;

  test('has ten tools, which are the first ten that are listed', () => {
    expect(toolSections.map(({ name }) => name)).toEqual(listed.slice(0, 10).map(({ name }) => name));
  });

  test.each(toolSections)('lists the input schema of $name, apart from what is named here', (section) => {
    const [written] = blocksTitled(section, 'Input Schema');
    const { $schema: _, ...ours } = toolNamed(section.name).inputSchema;
    expect(differences(written, ours).sort()).toEqual([...(namedDifferences[section.name] ?? [])].sort());
  });

  test.each(toolSections)('lists an output schema of $name that promises everything it asks for', (section) => {
    const { outputSchema } = toolNamed(section.name);
    const forms = (outputSchema.oneOf as readonly Json[] | undefined) ?? [outputSchema];
    for (const written of blocksTitled(section, 'Output Schema')) {
      const missing = forms.map((form) => promisesMissing(written, form));
      expect(missing.sort((a, b) => a.length - b.length)[0]).toEqual([]);
    }
  });

  test.each(toolSections)('gives $name the deadline it names', ({ name, text }) => {
    const [, seconds] = /\*\*Timeout:\*\* (?:Default (\d+) seconds|No default timeout)/.exec(text)!;
    const tool = cobreServer().operations!.find((definition) => definition.name === name)!;
    expect(tool.timeoutMs).toBe(Number(seconds ?? 0) * 1000);
  });

  test('lists prompts with the argument schemas it gives them', async () => {
    const files = await openSandbox([await newRoot()]);
    const { client, close } = await connectInMemory(cobreServer(), { files });
    const { prompts } = await client.listPrompts();
    expect(prompts.slice(0, promptSections.length).map(({ name }) => name)).toEqual(
      promptSections.map(({ name }) => name),
    );
    for (const section of promptSections) {
      const prompt = prompts.find(({ name }) => name === section.name)!;
      const [written] = blocksTitled(section, 'Argument Schema');
      const { $schema: _, ...ours } = prompt._meta![argumentsMetaKey] as Json;
      expect(differences(written, ours)).toEqual(namedDifferences[section.name] ?? []);
      expect(prompt.arguments?.filter(({ required }) => required).map(({ name }) => name)).toEqual(written!.required);
    }
    await close();
  });

  test('lists the resource templates of its inventory', async () => {
    const inventory = sections.find(({ text }) => text.startsWith('3.1'))!.text;
    const written = [...inventory.matchAll(/`(cobre:\/\/[^`]+)`\s*\|.*`(application\/json)`/g)].map(([, a, b]) => [
      a,
      b,
    ]);
    const files = await openSandbox([await newRoot()]);
    const { client, close } = await connectInMemory(cobreServer(), { files });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType])).toEqual(written);
    await close();
  });

  test('is answered with its own handshake', async () => {
    const [handshake] = blocksTitled(sections.find(({ text }) => text.startsWith('9.1'))!, 'Server capabilities');
    const { session } = serveRaw(cobreServer(), { files: await openSandbox([await newRoot()]) });
    const { result } = (await session.initialize(handshake!.protocolVersion as string)) as { result: Json };
    const { instructions: _, ...rest } = result;
    expect(rest).toEqual(handshake);
    session.end();
  });
});

/** Properties and required keys of the written schema that the listed one lacks or says otherwise. */
function promisesMissing(written: Json, ours: Json): string[] {
  return differences(written, ours).filter((path) => {
    const value = path
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], written);
    return value !== undefined;
  });
}
