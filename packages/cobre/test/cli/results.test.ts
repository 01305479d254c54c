import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf, cobre, temporaryDirectory } from './program.js';

const study = join(temporaryDirectory(), 'demo');
const results = join(study, 'output');
let firstRun: Awaited<ReturnType<typeof cobre>>;

/** The way of a first-time user, with fewer iterations. */
beforeAll(async () => {
  await cobre('init', study);
  const config = JSON.parse(readFileSync(join(study, 'config.json'), 'utf8'));
  config.training.stopping_rules = [{ type: 'iteration_limit', limit: 8 }];
  config.simulation.selection.num_scenarios = 12;
  await writeFile(join(study, 'config.json'), JSON.stringify(config));
  firstRun = await cobre('run', study);
}, 120_000);

describe('cobre run for people', () => {
  test('ends with a chart of both bounds, the result, and what to do next', () => {
    expect(firstRun.code).toBe(0);
    expect(firstRun.out).toMatch(/M\$ ┤.*[╭╯─]/);
    expect(firstRun.out).toContain('─ lower bound   ─ upper bound');
    expect(firstRun.out).toMatch(/Training +8 iterations in .* stopped by iteration_limit/);
    expect(firstRun.out).toMatch(/Simulation +12 scenarios/);
    expect(firstRun.out).toContain(`cobre summary ${results}`);
  });

  test('tells progress apart from the answer', () => {
    expect(firstRun.err).toContain('training  12 stages');
    expect(firstRun.out).not.toContain('training  12 stages');
  });

  test('says one line when told to be quiet, and no progress', async () => {
    const output = join(temporaryDirectory(), 'quiet');
    const { out, err } = await cobre('run', study, '--output', output, '--quiet');
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(out).toMatch(/^completed: lower bound /);
    expect(err).toBe('');
  });

  test('leaves progress out of the stream of lines, and nothing else', async () => {
    const output = join(temporaryDirectory(), 'lines');
    const { out } = await cobre('run', study, '--output', output, '--output-format', 'json-lines', '--no-progress');
    const types = out.trim().split('\n');
    expect(types.map((line) => JSON.parse(line).type)).toEqual(['started', 'terminated', 'result']);
  });

  test('only validates when told so', async () => {
    const { envelope } = await answerOf('run', study, '--validate-only');
    expect(envelope).toMatchObject({ command: 'run', success: true, data: { valid: true, layers_completed: 5 } });
  });
});

describe('looking at results', () => {
  test('report gives the metadata of both parts', async () => {
    const { code, envelope } = await answerOf('report', results);
    expect(code).toBe(0);
    expect(envelope.data).toMatchObject({
      output_directory: results,
      status: 'complete',
      training: { iterations: { completed: 8 } },
      simulation: { scenarios: { total: 12, completed: 12 } },
    });
  });

  test('a case leads to its results', async () => {
    const { envelope } = await answerOf('report', study);
    expect(envelope.data.output_directory).toBe(results);
  });

  test('summary shows plants by name', async () => {
    const { out } = await cobre('summary', results);
    expect(out).toMatch(/Clearwater +\d/);
    expect(out).toMatch(/Diesel +\d/);
    expect(out).toMatch(/Marginal cost.*\n\nname +mean of stages/);
  });

  test('query filters by name and accepts other names of columns', async () => {
    const words = ['--entity', 'Coal', '--stages', '2:3', '--scenarios', '0:4', '--columns', 'stage_id,generation_mw'];
    const { envelope } = await answerOf('query', results, 'thermals', ...words);
    expect(envelope.data).toMatchObject({ columns: ['stage_id', 'generation_mw'], total_rows: 10, truncated: false });
    const renamed = await answerOf('query', results, 'hydros', '--columns', 'storage_hm3', '--limit', '3');
    expect(renamed.envelope.data).toMatchObject({ columns: ['storage_hm3'], total_rows: 144, truncated: true });
  });

  test('query gives statistics of a quantity', async () => {
    const { envelope } = await answerOf('query', results, 'hydros', '--statistics', 'storage');
    expect(envelope.data).toMatchObject({ column: 'storage_final_hm3', unit: 'hm3' });
    // Twelve stages of one reservoir, each over the twelve scenarios.
    expect(envelope.data.rows).toHaveLength(12);
    expect(envelope.data.rows).toMatchObject([{ name: 'Clearwater', stage_id: 0, count: 12 }, ...Array(11).fill({})]);
    expect(envelope.data.totals).toHaveLength(12);
  });

  test('tables for planners are over all scenarios already, which whoever asks for statistics is told', async () => {
    const { code, envelope } = await answerOf('query', results, 'stored_energy', '--statistics', 'mean');
    expect(code).toBe(1);
    expect(envelope.errors[0]).toMatchObject({
      kind: 'InvalidArguments',
      message: 'Rows of stored_energy are over all scenarios already',
    });
  });

  test('export writes where it is told', async () => {
    const file = join(temporaryDirectory(), 'deep', 'costs.csv');
    const { envelope } = await answerOf('export', results, 'costs', '--output', file, '--stages', '0');
    expect(envelope.data).toMatchObject({ file_path: file, rows: 12 });
    const [header, ...rows] = (await readFile(file, 'utf8')).trim().split(/\r?\n/);
    expect(header).toContain('stage_id');
    expect(rows).toHaveLength(12);
  });

  test('compare finds a run equal to itself', async () => {
    const { code, envelope } = await answerOf('compare', results, study);
    expect(code).toBe(0);
    expect(envelope.data).toMatchObject({ compatible: true, deltas: { lb_delta: 0, cut_count_delta: 0 } });
  });

  test('compare wants two runs', async () => {
    const { code, envelope } = await answerOf('compare', results);
    expect(code).toBe(1);
    expect(envelope.errors[0].kind).toBe('InvalidArguments');
  });

  test.each([['summary'], ['report'], ['plot']])('%s says where nothing is, with exit code 4', async (command) => {
    const { code, envelope } = await answerOf(command, temporaryDirectory());
    expect(code).toBe(4);
    expect(envelope.errors[0].kind).toBe('OutputNotFound');
  });
});

describe('cobre plot', () => {
  const names = [
    ...['convergence', 'costs', 'stored-energy', 'storage', 'thermal-classes'],
    ...['thermal-dispatch', 'marginal-cost', 'deficit-risk', 'water-values'],
  ];

  test('writes a picture of every chart', async () => {
    const { envelope } = await answerOf('plot', results, '--format', 'png');
    expect(envelope.data.charts.map(({ chart }: { chart: string }) => chart)).toEqual(names);
    expect((await readdir(join(results, 'plots'))).sort()).toEqual(names.map((name) => `${name}.png`).sort());
    for (const { file } of envelope.data.charts) {
      const bytes = await readFile(file);
      expect(bytes.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
      // Width and height are the first words of the first chunk.
      expect(bytes.readUInt32BE(16)).toBeGreaterThan(1000);
    }
  });

  test('draws one chart as text that says what it shows', async () => {
    const file = join(temporaryDirectory(), 'bounds.svg');
    await cobre('plot', results, 'convergence', '--output', file);
    const svg = await readFile(file, 'utf8');
    expect(svg).toMatch(/^<svg/);
    expect(svg).toContain('Lower bound');
    expect(svg).toContain('8 iterations, stopped by iteration_limit');
  });

  test('puts all charts on a page without scripts or addresses of others', async () => {
    const file = join(temporaryDirectory(), 'page.html');
    await cobre('plot', results, '--output', file);
    const page = await readFile(file, 'utf8');
    expect(page.match(/<figure /g)).toHaveLength(9);
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/(src|href)="(?!#)/);
  });

  test('names the charts when asked for another', async () => {
    const { code, envelope } = await answerOf('plot', results, 'poetry');
    expect(code).toBe(1);
    expect(envelope.errors[0].suggestion).toContain('water-values');
  });
});

describe('cobre report --html', () => {
  test('writes one page with tables and fans of scenarios, without scripts or addresses of others', async () => {
    const file = join(temporaryDirectory(), 'report.html');
    const { code, envelope } = await answerOf('report', study, '--html', '--output', file);
    expect([code, envelope.data.page.file]).toEqual([0, file]);
    const page = await readFile(file, 'utf8');
    expect(envelope.data.page.size_bytes).toBe(Buffer.byteLength(page));
    for (const title of ['Training', 'Cost over scenarios', 'Reservoirs: storage (hm³)', 'Marginal cost ($/MWh)'])
      expect(page).toContain(`<caption>${title}</caption>`);
    for (const title of ['Stored energy at the end of a month', 'Marginal cost by bus', 'Deficit risk by year'])
      expect(page).toContain(`<caption>${title}`);
    expect(page).toMatch(/Stored energy, System<\/th><td>median [0-9.]+ % → [0-9.]+ % of/);
    for (const chart of ['convergence', 'costs', 'storage', 'marginal-cost', 'stored-energy', 'deficit-risk'])
      expect(page).toContain(`<figure id="${chart}"`);
    // The stages of the example are months, and are called so wherever people read.
    expect(page).toContain('median at the end of each month');
    expect(page.replace(/<[^>]*>/g, ' ')).not.toMatch(/\bstages?\b/i);
    expect(page).toContain('Clearwater');
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/(src|href)="(?!#)/);
    // Every link of the contents leads to something on the page, and headers of rows and columns say which they are.
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
    expect(page.match(/<th (?!scope)/g)).toBeNull();
  });

  test('lies beside the results unless told otherwise, and says when a simulation did not finish', async () => {
    const { envelope } = await answerOf('report', results, '--html');
    expect(envelope.data.page.file).toBe(join(results, 'report.html'));
    expect(await readFile(join(results, 'report.html'), 'utf8')).toContain('<p>complete</p>');
    await rm(join(results, 'simulation', '_SUCCESS'));
    await answerOf('report', results, '--html');
    expect(await readFile(join(results, 'report.html'), 'utf8')).toContain('<p class="note">interrupted');
    await writeFile(join(results, 'simulation', '_SUCCESS'), '');
  });
});
