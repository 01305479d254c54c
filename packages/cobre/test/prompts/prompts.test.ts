import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleCase } from '../../src/prompts/case-format.js';
import { validateCase } from '../../src/validation/validate-case.js';
import { type CaseContents, writeFiles } from '../case/write-case.js';
import { writeDeck } from '../newave/decks.js';
import { smallDeck } from '../newave/small-deck.js';
import { type Connected, connect, finishedStudy, newRoot, settings } from '../tools/served.js';

let root: string;
let first: string;
let second: string;
let server: Connected;

beforeAll(async () => {
  root = await newRoot();
  first = join(await finishedStudy(root, 'first'), 'output');
  const config = { 'config.json': settings({ iterations: 40 }) };
  second = join(await finishedStudy(root, 'second', config), 'output');
  server = await connect(root);
});

afterAll(() => server.close());

async function prompt(name: string, args: Record<string, string>): Promise<string> {
  const { messages } = await server.client.getPrompt({ name, arguments: args });
  expect(messages.length).toBeGreaterThan(1);
  return messages.map(({ content }) => (content as { text: string }).text).join('\n\n');
}

test('the prompts are listed with their arguments', async () => {
  const { prompts } = await server.client.listPrompts();
  expect(prompts.map(({ name, arguments: args }) => [name, args?.map((arg) => arg.name)])).toEqual([
    ['cobre/setup-study', ['description']],
    ['cobre/diagnose-convergence', ['output_dir']],
    ['cobre/compare-runs', ['output_dirs']],
    ['cobre/explain-results', ['output_dir', 'entity_type', 'metric']],
    ['cobre/study-deck', ['deck_dir', 'question']],
  ]);
});

test('setting up a study hands over the schema, every file, and an example that is valid', async () => {
  const text = await prompt('cobre/setup-study', { description: 'Two dams on one river' });
  for (const part of ['Two dams on one river', 'stopping_rules', 'inflow_ar_coefficients.parquet', 'cobre/validate']) {
    expect(text).toContain(part);
  }
  const directory = join(root, 'example');
  await writeFiles(directory, exampleCase as CaseContents);
  expect((await validateCase(directory)).errors).toEqual([]);
});

test('a diagnosis brings the numbers of the run and the stall it found', async () => {
  const text = await prompt('cobre/diagnose-convergence', { output_dir: second });
  expect(text).toContain('Iterations: 40; stopped by: iteration_limit');
  expect(text).toMatch(/Stall: the lower bound is flat since iteration \d+, for \d+ iterations/);
  expect(text).toContain('| 40 |');
});

test.each([
  ['a JSON list', (dirs: string[]) => JSON.stringify(dirs)],
  ['a comma list', (dirs: string[]) => dirs.join(', ')],
])('a comparison brings bounds, costs and deltas; runs are given as %s', async (_, write) => {
  const text = await prompt('cobre/compare-runs', { output_dirs: write([first, second]) });
  expect(text).toContain('"compatible":true');
  expect(text).toContain('"cut_count_delta":120');
  expect(text).toMatch(/\| .*first\/output \| 6 \| \d/);
});

test('an explanation brings statistics of the metric for each entity and stage, and totals by that name, by word, alias or column', async () => {
  for (const metric of ['storage', 'storage_hm3', 'storage_final_hm3']) {
    const text = await prompt('cobre/explain-results', { output_dir: first, entity_type: 'hydros', metric });
    expect(text).toContain('Column storage_final_hm3 in hm3');
    expect(text).toContain('| entity | stage_id | mean |');
    expect(text).toContain('| 0 ITAIPU | 0 |');
    expect(text).toContain('| 1 TUCURUI | 2 |');
    expect(text).toMatch(/Totals: the sum over all entities.*\n\| stage_id \| mean \|/);
  }
  const costs = await prompt('cobre/explain-results', { output_dir: first, entity_type: 'costs', metric: 'deficit' });
  expect(costs).toContain('Column deficit_cost in $');
});

test('mistakes are told: a missing directory, an unknown metric, a single run, a path outside', async () => {
  const kindOf = (name: string, args: Record<string, string>) =>
    server.client.getPrompt({ name, arguments: args }).then(
      () => 'answered',
      ({ data }: { data: { kind: string } }) => data.kind,
    );
  const missing = join(root, 'nowhere');
  expect(await kindOf('cobre/diagnose-convergence', { output_dir: missing })).toBe('OutputNotFound');
  expect(await kindOf('cobre/diagnose-convergence', { output_dir: '/etc' })).toBe('MissingFile');
  const odd = { output_dir: first, entity_type: 'hydros', metric: 'colour' };
  expect(await kindOf('cobre/explain-results', odd)).toBe('InvalidArguments');
  expect(await kindOf('cobre/compare-runs', { output_dirs: first })).toBe('InvalidArguments');
});

/** The steps each prompt leads through, by words that a model cannot overlook. */
test.each([
  [
    'cobre/setup-study',
    () => ({ description: 'Two dams' }),
    [
      /Create the case directory/,
      /write config\.json from the schema.*cobre\/get-config-schema/,
      /hydros\.json, thermals\.json, buses\.json and lines\.json/,
      /as a PAR model or as external scenarios/,
      /Call cobre\/validate.*call it again until valid is true/,
    ],
  ],
  [
    'cobre/diagnose-convergence',
    () => ({ output_dir: first }),
    [
      /Load the history.*cobre\/query-convergence/,
      /plateau of the lower bound, a volatile upper bound/,
      /Follow the gap.*termination reason/,
      /stopping rules .*tolerance.*forward_passes.*risk measure and its parameters/,
    ],
  ],
  [
    'cobre/compare-runs',
    () => ({ output_dirs: JSON.stringify([first, second]) }),
    [
      /cobre\/inspect-policy for cuts/,
      /cobre\/query-convergence for the speed/,
      /cobre\/query-results/,
      /Summarise policy quality, convergence speed and cost.*recommend one/,
    ],
  ],
  [
    'cobre/explain-results',
    () => ({ output_dir: first, entity_type: 'buses', metric: 'marginal_cost' }),
    [
      /Call cobre\/query-results/,
      /compute the mean, the standard deviation and percentiles over the scenarios/,
      /water values, the order in which thermals are dispatched, deficit and the use of reservoirs/,
      /Name anomalies and patterns/,
    ],
  ],
] as const)('%s leads through its steps in order', async (name, args, steps) => {
  const text = await prompt(name, args());
  const places = steps.map((step) => text.search(step));
  expect(
    places.every((place) => place >= 0),
    String(places),
  ).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test.each([
  ['cobre/setup-study', {}],
  ['cobre/diagnose-convergence', {}],
  ['cobre/compare-runs', {}],
  ['cobre/explain-results', { entity_type: 'hydros', metric: 'storage' }],
  ['cobre/explain-results', { output_dir: '/x', metric: 'storage' }],
  ['cobre/explain-results', { output_dir: '/x', entity_type: 'hydros' }],
  ['cobre/explain-results', { output_dir: '/x', entity_type: 'lines', metric: 'flow' }],
] as const)('%s does not go on without the arguments it requires: %o', async (name, args) => {
  await expect(server.client.getPrompt({ name, arguments: args })).rejects.toMatchObject({ code: -32602 });
});

test('the walk through a deck brings its subsystems and names only tools that exist; a bad deck is told with its place', async () => {
  const deck = await writeDeck(join(root, 'deck'));
  const text = await prompt('cobre/study-deck', { deck_dir: deck, question: 'Why is the south dear?' });
  expect(text).toContain('Why is the south dear?');
  expect(text).toMatch(/\| .*NORTE.*\|\n\| .*SUL/);
  for (const table of ['stored_energy', 'marginal_costs', 'deficit_risk', 'thermal_classes'])
    expect(text).toContain(table);
  const { tools } = await server.client.listTools();
  const named = [...new Set(text.match(/cobre\/[a-z-]+/g))].filter((name) => name !== 'cobre/study-deck');
  expect(named.length).toBeGreaterThan(5);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  const bad = await writeDeck(join(root, 'bad-deck'), smallDeck({ 'REE.DAT': null }));
  await expect(server.client.getPrompt({ name: 'cobre/study-deck', arguments: { deck_dir: bad } })).rejects.toThrow(
    /REE\.DAT/,
  );
});
