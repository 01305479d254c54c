import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { validationKinds } from '../../src/faults.js';
import { loadCase } from '../../src/validation/load-case.js';
import { validateCase } from '../../src/validation/validate-case.js';
import { memoryCase } from '../case/memory-case.js';
import { richCase } from '../case/rich-case.js';
import { type CaseContents, encode } from '../case/write-case.js';
import { everyFile } from './rejections/equipped.js';

/** Whatever the files contain, validation answers with a report, and a case it calls valid can be loaded. */
async function expectReport(files: CaseContents): Promise<void> {
  const access = memoryCase(files);
  const report = await validateCase('case', access);
  expect(report.valid).toBe(report.errors.length === 0);
  for (const { kind, message, context, suggestion } of [...report.errors, ...report.warnings]) {
    expect(validationKinds).toContain(kind);
    expect(message.length).toBeGreaterThan(10);
    expect(context.file, message).toEqual(expect.any(String));
    expect(suggestion, message).toMatch(/\w{3}/);
    expect(message).not.toMatch(/could not be completed|Cannot read|undefined|is not a function/);
  }
  expect(report.summary.layers_completed).toBeGreaterThanOrEqual(1);
  if (report.valid) await loadCase('case', access);
}

/** Cases of both generations, and the files of one by number. */
const anyCase = fc.constantFrom(richCase, everyFile);
const jsonOf = (files: CaseContents, n: number) => nth(files, '.json', n);
const tableOf = (files: CaseContents, n: number) => nth(files, '.parquet', n);

function nth(files: CaseContents, ending: string, n: number): string {
  const paths = Object.keys(files).filter((path) => path.endsWith(ending));
  return paths[n % paths.length]!;
}

const strangeValue = fc.oneof(
  fc.constantFrom(
    null,
    true,
    '',
    'x',
    -1,
    0,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    [],
    {},
    [[]],
    { id: {} },
    '2024-13-99',
    '__proto__',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Replaces or removes one node of a document, chosen by walking down with the given numbers. */
function mutate(document: unknown, steps: readonly number[], value: unknown, remove: boolean): unknown {
  const [step, ...rest] = steps;
  if (typeof document !== 'object' || document === null || step === undefined) return value;
  const keys = Object.keys(document);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return value;
  const copy = (Array.isArray(document) ? [...document] : { ...document }) as Record<string, unknown>;
  if (rest.length > 0 && typeof copy[key] === 'object' && copy[key] !== null)
    copy[key] = mutate(copy[key], rest, value, remove);
  else if (remove) delete copy[key];
  else copy[key] = value;
  return copy;
}

test('documents with strange, missing or misplaced values', async () => {
  const change = fc.record({
    file: fc.nat(100),
    steps: fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
    value: strangeValue,
    remove: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(anyCase, fc.array(change, { minLength: 1, maxLength: 3 }), async (sound, changes) => {
      const files = sound();
      for (const { file, steps, value, remove } of changes) {
        const path = jsonOf(files, file);
        files[path] =
          JSON.stringify(mutate(JSON.parse(String(encode(path, files[path] ?? {}))), steps, value, remove)) ?? '';
        if (files[path] !== '') files[path] = JSON.parse(files[path] as string);
        if (typeof files[path] !== 'object' || files[path] === null) files[path] = JSON.stringify(files[path]);
      }
      await expectReport(files);
    }),
    { numRuns: sampledCount('damaged cases', 150, 30) },
  );
});

test('tables with flipped, missing or added bytes', async () => {
  const change = fc.record({
    file: fc.nat(100),
    cut: fc.option(fc.nat(4000)),
    flips: fc.array(fc.tuple(fc.nat(4000), fc.integer({ min: 1, max: 255 })), { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(anyCase, change, async (sound, { file, cut, flips }) => {
      const files = sound();
      const path = tableOf(files, file);
      const bytes = Uint8Array.from(encode(path, files[path] ?? []) as Uint8Array);
      for (const [at, mask] of flips) bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ mask;
      files[path] = cut === null ? bytes : bytes.slice(0, cut % bytes.length);
      await expectReport(files);
    }),
    { numRuns: sampledCount('damaged cases', 150, 30) },
  );
});

test('tables with strange, missing or repeated values', async () => {
  const change = fc.record({
    file: fc.nat(100),
    row: fc.nat(100),
    column: fc.nat(20),
    value: fc.constantFrom(null, Number.NaN, Number.POSITIVE_INFINITY, 1e300, -5, 0, 0.5, 99, 'abc', 'again', 'gone'),
  });
  await fc.assert(
    fc.asyncProperty(anyCase, fc.array(change, { minLength: 1, maxLength: 2 }), async (sound, changes) => {
      const files = sound();
      for (const { file, row, column, value } of changes) {
        const path = tableOf(files, file);
        const rows = files[path] as Record<string, unknown>[];
        const at = row % rows.length;
        const name = Object.keys(rows[at]!)[column % Object.keys(rows[at]!).length]!;
        const changed = { ...rows[at], [name]: value };
        if (value === 'again') files[path] = [...rows, rows[at]!];
        else if (value === 'gone') files[path] = rows.length > 1 ? rows.filter((_, k) => k !== at) : rows;
        else files[path] = rows.map((found, k) => (k === at ? changed : found));
      }
      await expectReport(files);
    }),
    { numRuns: sampledCount('damaged cases', 150, 30) },
  );
});

test('text with arbitrary bytes', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, fc.nat(100), fc.uint8Array({ maxLength: 200 }), async (sound, file, bytes) => {
      const files = sound();
      await expectReport({ ...files, [nth(files, '', file)]: bytes });
    }),
    { numRuns: sampledCount('damaged cases', 60, 15) },
  );
});

test('cascades of any shape, circles included', async () => {
  const cascade = fc.array(fc.option(fc.nat(7)), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(cascade, async (downstream) => {
      const files = richCase();
      const [template] = (files['system/hydros.json'] as { hydros: object[] }).hydros.slice(1);
      files['system/hydros.json'] = {
        hydros: downstream.map((target, i) => ({
          ...template,
          id: i + 1,
          downstream_id: target === null ? null : target + 1,
        })),
      };
      const report = await validateCase('case', memoryCase(files));
      const circles = report.errors.filter((error) => error.context.rule === 'acyclic cascade');
      expect(circles.length > 0).toBe(hasCircle(downstream));
    }),
    { numRuns: sampledCount('damaged cases', 40, 10) },
  );
});

function hasCircle(downstream: readonly (number | null)[]): boolean {
  return downstream.some((_, start) => {
    let at: number | null = start;
    for (let step = 0; step <= downstream.length && at !== null; step++) at = downstream[at] ?? null;
    return at !== null;
  });
}

test('deep nesting and enormous numbers', async () => {
  const deep = `${'{"buses":'.repeat(20_000)}[]${'}'.repeat(20_000)}`;
  await expectReport({ ...richCase(), 'system/buses.json': deep });
  await expectReport({ ...richCase(), 'system/buses.json': `${'['.repeat(100_000)}` });
  const files = richCase();
  files['config.json'] = JSON.stringify(files['config.json']).replace('"forward_passes":2', '"forward_passes":1e400');
  await expectReport(files);
});
