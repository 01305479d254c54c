/** The schema of config.json as an agent gets it: it tells what every key means, and what is so when one is left out. */
import { own } from '@quadrivium/kernel/essentials';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cobreServer } from '../../src/server.js';
import { loadCase } from '../../src/validation/load-case.js';
import { smallCurrentCase } from '../case/current-case.js';
import { memoryCase } from '../case/memory-case.js';
import { smallCase } from '../case/write-case.js';

interface Schema {
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

type Config = Readonly<Record<string, unknown>>;

let client: Awaited<ReturnType<typeof connectInMemory>>['client'];
let close: () => Promise<void>;

beforeAll(async () => {
  ({ client, close } = await connectInMemory(cobreServer()));
});

afterAll(() => close());

async function schemaFor(generation: string): Promise<Schema> {
  const { structuredContent } = await client.callTool({ name: 'cobre/get-config-schema', arguments: { generation } });
  return (structuredContent as { schema: Schema }).schema;
}

const formsOf = ({ anyOf = [], oneOf = [], items }: Schema): Schema[] => [
  ...anyOf,
  ...oneOf,
  ...(items ? [items] : []),
];

/** Every key with its path, those of all variants too. */
function keys(node: Schema, path = ''): [path: string, key: Schema][] {
  const below = Object.entries(node.properties ?? {}).flatMap(([name, child]): [string, Schema][] => [
    [`${path}/${name}`, child],
    ...keys(child, `${path}/${name}`),
  ]);
  return [...below, ...formsOf(node).flatMap((form) => keys(form, path))];
}

/** The object with all that the schema says of keys that it leaves out, and how many these were. */
function spelledOut(node: Schema, value: Config, told: unknown[]): Config {
  const shape = shapeFor(node, value);
  const entries = Object.entries(shape?.properties ?? {}).map(([key, child]) => {
    const given = value[key];
    if (given === undefined && 'default' in child) {
      told.push(child.default);
      return [key, child.default];
    }
    if (given !== undefined && !isPlain(given)) return [key, given];
    const form = shapeFor(child, (given ?? {}) as Config);
    if (given === undefined && (form === undefined || (form.required?.length ?? 0) > 0)) return [key, undefined];
    return [key, spelledOut(child, (given ?? {}) as Config, told)];
  });
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}

/** The form of an object that this one has, told by its constants. */
function shapeFor(node: Schema, value: Config): Schema | undefined {
  if (node.properties === undefined) {
    return [...(node.anyOf ?? []), ...(node.oneOf ?? [])].map((form) => shapeFor(form, value)).find(Boolean);
  }
  const fits = Object.entries(node.properties).every(
    ([key, child]) => child.const === undefined || own(value, key) === child.const,
  );
  return fits ? node : undefined;
}

const isPlain = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stopping_rules = [{ type: 'iteration_limit', limit: 20 }];
const old = { forward_passes: 1, stopping_rules };
const today = { selection: { method: 'sampled', forward_passes: 1 }, stopping_rules };
const selecting = (selection: object) => ({ training: { ...today, cut_selection: { selection } } });

describe.each(['cobre-0.5', 'current'])('config.json of %s', (generation) => {
  test('has a description of every key, in every variant', async () => {
    const all = keys(await schemaFor(generation));
    // Both forms have more than a hundred keys: 101 and 160 as this was written.
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(([, { description = '' }]) => description.length < 5).map(([path]) => path)).toEqual([]);
  });

  test('tells of keys without effect why they have none, as validation does', async () => {
    const idle = keys(await schemaFor(generation)).filter(([, { description }]) => /no effect: \w/i.test(description!));
    expect(idle.map(([path]) => path)).toEqual(
      expect.arrayContaining(['/version', '/policy/checkpointing/compress', '/simulation/io_channel_capacity']),
    );
    const [, compress] = idle.find(([path]) => path.endsWith('/compress'))!;
    const { config, files } = smallest(generation);
    const policy = { checkpointing: { compress: true } };
    const { warnings } = await loadCase('case', memoryCase({ ...files, 'config.json': { ...config, policy } }));
    const reason = /no effect: (.*)/.exec(compress.description!)![1]!;
    expect(warnings.map(({ message }) => message).join()).toContain(`has no effect: ${reason}`);
  });
});

const smallest = (generation: string) =>
  generation === 'current'
    ? { config: { training: today }, files: smallCurrentCase() }
    : { config: { training: old }, files: smallCase() };

test.each<[generation: string, what: string, config: Config]>([
  ['cobre-0.5', 'nothing but what is needed', { training: old }],
  ['current', 'nothing but what is needed', { training: today }],
  ['current', 'level1', selecting({ method: 'level1' })],
  ['current', 'lml1', selecting({ method: 'lml1' })],
  ['current', 'domination', selecting({ method: 'domination', domination_tolerance: 1 })],
  ['current', 'dynamic', selecting({ method: 'dynamic', candidate_recency: 3 })],
])('%s, %s: what the schema says of keys left out is what the case means by it', async (generation, _, config) => {
  const { files } = smallest(generation);
  const told: unknown[] = [];
  const whole = spelledOut(await schemaFor(generation), config, told);
  // Counted by hand: 39 keys of release 0.5.1 and 33 of today have a value of their own, those of a selection besides.
  expect(told.length).toBeGreaterThanOrEqual(generation === 'current' ? 33 : 39);
  const load = async (settings: Config) =>
    (await loadCase('case', memoryCase({ ...files, 'config.json': settings }))).case;
  expect(await load(whole)).toEqual(await load(config));
  // The comparison sees a setting that is another.
  expect(await load({ ...whole, estimation: { max_order: 7 } })).not.toEqual(await load(config));
});
