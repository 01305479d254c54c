import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { hydroEntry } from '../case/write-case.js';
import { type Connected, connect, newRoot, settings, writeStudy } from '../tools/served.js';
import { blocksTitled, type Json, newerText, sections, skipSeeds, toolSections } from './seed-text.js';

/**
 * Every example request of the specification, sent as it is written but for its directory, and the answer held against
 * the written schema and the written answer. The case has the plant they ask for and as many iterations.
 */
interface Example {
  readonly name: string;
  readonly request: Json;
  readonly response: Json;
  readonly schemas: readonly Json[];
}

const examples: readonly Example[] = toolSections.map((section) => ({
  name: section.name,
  request: blocksTitled(section, 'Example Request')[0]!,
  response: blocksTitled(section, 'Example Response').at(-1)!,
  schemas: blocksTitled(section, 'Output Schema'),
}));

describe.skipIf(skipSeeds)('examples of the specification', () => {
  let root: string;
  let server: Connected;

  beforeAll(async () => {
    root = await newRoot();
    await writeStudy(root, 'case_001', { 'config.json': settings({ iterations: 87, scenarios: 20 }) });
    server = await connect(root, { transport: 'stdio', revision: '2025-03-26' });
    await server.call('cobre/run', { case_dir: join(root, 'case_001') });
    for (const copy of ['output_v1', 'output_v2'])
      await cp(join(root, 'case_001/output'), join(root, 'case_001', copy), { recursive: true });
  });

  afterAll(() => server?.close());

  const here = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('/data/', `${root}/`)) as T;

  test.each(examples)('$name answers in the shape of its example', async ({ request, response, schemas }) => {
    const { name, arguments: args, _meta } = here(request.params) as { name: string; arguments: never; _meta?: Json };
    const result = await server.client.callTool({ name, arguments: args, ...(_meta ? { _meta } : {}) });
    expect(result.isError).toBe(false);
    const text = (result.content as { type: string; text: string }[])[0]!;
    const data = JSON.parse(text.text);
    const [written] = here(response.content) as [{ text: string }];
    expect(missingFrom(JSON.parse(written.text), data)).toEqual([]);
    expect(schemas.some((schema) => checks(schema, data))).toBe(true);
    expect(schemas.some((schema) => checks(schema, null))).toBe(false);
  });

  test('the newer text asks for the phases by a word, the older one by a list, and both are understood', async () => {
    const older = examples.find(({ name }) => name === 'cobre/run')!.request.params as { arguments: Json };
    expect(older.arguments.phases).toEqual(['both']);
    expect(newerText).toContain('"phases": "both"');
    const { isError, data } = await server.call('cobre/run', { case_dir: join(root, 'case_001'), phases: 'both' });
    expect({ isError, status: data.status }).toEqual({ isError: false, status: 'completed' });
  });

  test('the example of a reference that leads nowhere is found in the same words of its context', async () => {
    const [failing] = blocksTitled(toolSections[0]!, 'Example Response (validation failure)');
    const [{ text }] = failing!.content as [{ text: string }];
    const written = JSON.parse(text);
    const lost = await writeStudy(root, 'lost', {
      'system/hydros.json': { hydros: [hydroEntry('ITAIPU', { bus_id: 'BUS_99' }), hydroEntry(1)] },
      'initial_conditions.json': { storage: [], filling_storage: [] },
    });
    const { data } = await server.call('cobre/validate', { case_dir: lost });
    const found = (data.errors as unknown as Json[]).find(({ kind }) => kind === 'MissingReference')!;
    expect(Object.keys(found.context as Json).sort()).toEqual(Object.keys(written.errors[0].context).sort());
    expect(found.context).toMatchObject({
      file: 'system/hydros.json',
      field: 'bus_id',
      referenced_value: 'BUS_99',
      referenced_registry: written.errors[0].context.referenced_registry,
    });
    expect((data.summary as unknown as Json).layers_completed).toBe(written.summary.layers_completed);
  });

  test('the example of a path outside is refused word for word', async () => {
    const [rejection] = blocksTitled(sections.find(({ text }) => text.startsWith('8.2'))!, 'Example rejection');
    const [{ text }] = rejection!.content as [{ text: string }];
    const { isError, data } = await server.call('cobre/validate', { case_dir: '/etc/passwd' });
    expect({ isError, data }).toEqual({ isError: true, data: JSON.parse(text) });
  });

  test('the refusal to write is word for word', async () => {
    const [, sentence] = /returns an error: `"([^"]+)"`/.exec(
      sections.find(({ text }) => text.startsWith('8.4'))!.text,
    )!;
    const readOnly = await connect(root, { write: false });
    const { isError, data } = await readOnly.call('cobre/run', { case_dir: join(root, 'case_001') });
    expect({ isError, message: data.message }).toEqual({ isError: true, message: sentence });
    await readOnly.close();
  });
});

/** Keys of the written answer that ours lacks, or has with another type; of a list its first item counts for all. */
function missingFrom(written: unknown, ours: unknown, path = ''): string[] {
  if (Array.isArray(written)) {
    if (!Array.isArray(ours)) return [path];
    return written.length === 0 || ours.length === 0 ? [] : missingFrom(written[0], ours[0], `${path}/0`);
  }
  if (typeof written !== 'object' || written === null) return typeof written === typeof ours ? [] : [path];
  if (typeof ours !== 'object' || ours === null) return [path];
  // What a config or its schema consists of is a matter of each case.
  if (/\/(config|schema)$/.test(path)) return [];
  return Object.entries(written).flatMap(([key, value]) =>
    missingFrom(value, (ours as Record<string, unknown>)[key], `${path}/${key}`),
  );
}

function checks(schema: Json, data: unknown): boolean {
  const errorRecord = { type: 'object', required: ['kind', 'message', 'context', 'suggestion'] };
  const whole = { ...schema, $defs: { ErrorRecord: errorRecord } };
  return z.fromJSONSchema(whole as never).safeParse(data).success;
}
