/** Policies in both layouts: what is written byte for byte, that no bit is lost between them, and that damage is told. */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCase, type Policy, readPolicy, train } from '../../src/index.js';
import { currentDetails, OutputFolder, writePolicy } from '../../src/results/index.js';
import { decodeCurrentCuts } from '../../src/results/policy/cuts-file.js';
import { decodeManifest } from '../../src/results/policy/manifest-file.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { answerOf } from '../cli/program.js';
import { connect, finishedStudy, newRoot, settings } from '../tools/served.js';

/** A field of a FlatBuffers table by hand: vtable entry n is at byte 4 + 2n of the vtable. */
function place(bytes: Buffer, table: number, field: number): number {
  const vtable = table - bytes.readInt32LE(table);
  const offset = 4 + 2 * field < bytes.readUInt16LE(vtable) ? bytes.readUInt16LE(vtable + 4 + 2 * field) : 0;
  expect(offset, `field ${field}`).toBeGreaterThan(0);
  return table + offset;
}
const indirect = (bytes: Buffer, at: number) => at + bytes.readUInt32LE(at);

function sameCuts(one: Policy, other: Policy): void {
  expect(other.stages.length).toBe(one.stages.length);
  one.stages.forEach(({ pool, log }, t) => {
    const twin = other.stages[t]!;
    expect(twin.pool.count).toBe(pool.count);
    for (let slot = 0; slot < pool.count; slot++) {
      expect(twin.pool.intercept[slot]).toBe(pool.intercept[slot]);
      expect(twin.pool.active[slot]).toBe(pool.active[slot]);
      expect([...twin.log.stateAt(slot)]).toEqual([...log.stateAt(slot)]);
      for (let s = 0; s < pool.stateCount; s++) expect(twin.pool.slopeOf(slot, s)).toBe(pool.slopeOf(slot, s));
    }
  });
}

describe('the policy of a study', () => {
  let root: string;
  let directory: string;
  let converted: string;
  const convert = (from: string, to: string, ...more: string[]) => answerOf('policy', 'convert', from, to, ...more);

  beforeAll(async () => {
    root = await newRoot();
    directory = await finishedStudy(root);
    converted = join(root, 'current');
    const { code, envelope } = await convert(join(directory, 'output/policy'), converted, '--case-dir', directory);
    expect(code, JSON.stringify(envelope)).toBe(0);
    expect(envelope.data).toMatchObject({ from: '0.5', to: '2', stages: 3 });
  });

  test('has the bytes of format 2: identifiers, field numbers, money in $, what the state stands for', async () => {
    expect((await readdir(converted)).sort()).toEqual(['continuation', 'cuts', 'history.parquet', 'manifest.bin']);
    expect((await readdir(join(converted, 'cuts'))).sort()).toEqual(['000.bin', '001.bin', '002.bin']);
    const manifest = await readFile(join(converted, 'manifest.bin'));
    expect(manifest.toString('latin1', 4, 8)).toBe('CBVF');
    expect(manifest.readUInt32LE(place(manifest, manifest.readUInt32LE(0), 0))).toBe(2);
    const cuts = await readFile(join(converted, 'cuts/000.bin'));
    expect(cuts.toString('latin1', 4, 8)).toBe('CBVF');
    const stage = cuts.readUInt32LE(0);
    // Storage of hydros 0 and 1, no memory; the first stage of the study ends with January 2024.
    expect(cuts.readUInt32LE(place(cuts, stage, 1))).toBe(2);
    expect(cuts.readInt32LE(place(cuts, stage, 11))).toBe(20240201);
    const vector = indirect(cuts, place(cuts, stage, 4));
    const first = indirect(cuts, vector + 4);
    const policy = await readPolicy(join(directory, 'output/policy'));
    expect(cuts.readDoubleLE(place(cuts, first, 4))).toBe(policy.stages[0]!.pool.intercept[0]! * 1000);
    const slopes = indirect(cuts, place(cuts, first, 5));
    expect(cuts.readUInt32LE(slopes)).toBe(2);
    expect(cuts.readDoubleLE(slopes + 4 + 8)).toBe(policy.stages[0]!.pool.slopeOf(0, 1) * 1000);
    expect(cuts.readInt8(place(cuts, first, 6))).toBe(1);
    const slots = indirect(cuts, place(cuts, stage, 7));
    const second = indirect(cuts, slots + 8);
    expect([cuts.readUInt32LE(slots), cuts.readInt32LE(place(cuts, second, 1))]).toEqual([2, 1]);
  });

  test('is the same to the last bit in either layout, there and back', async () => {
    const old = await readPolicy(join(directory, 'output/policy'));
    sameCuts(old, await readPolicy(converted));
    const back = join(root, 'back');
    expect((await convert(converted, back, '--to', '0.5')).code).toBe(0);
    sameCuts(old, await readPolicy(back));
    for (const name of await readdir(join(back, 'cuts'))) {
      expect(await readFile(join(back, 'cuts', name)), name).toEqual(
        await readFile(join(directory, 'output/policy/cuts', name)),
      );
    }
  });

  test('a training that goes on from the current layout finds the bits of one that was never stopped', async () => {
    const study = (await loadCase(directory)).case;
    const limited = (limit: number) => ({
      ...study,
      settings: {
        ...study.settings,
        training: { ...study.settings.training, stoppingRules: [{ type: 'iteration_limit' as const, limit }] },
      },
    });
    const whole = await train(limited(8));
    const half = await train(limited(4));
    const parent = await newRoot();
    const folder = await OutputFolder.open(parent);
    await writePolicy({ folder, name: 'policy' }, half.policy, {
      version: '0',
      createdAt: '2030-01-01T00:00:00Z',
      maxIterations: 4,
      seed: 1,
      states: false,
      stageIds: [0, 1, 2],
      current: currentDetails(study, buildStochasticModel(study)),
      history: [],
    });
    await folder.close();
    const start = { mode: 'resume', policy: await readPolicy(join(parent, 'policy')) } as const;
    for (const threads of [1, 2]) {
      const resumed = await train(limited(8), {
        start: { ...start, policy: await readPolicy(join(parent, 'policy')) },
        threads,
      });
      expect(resumed.policy.lowerBounds).toEqual(whole.policy.lowerBounds);
      sameCuts(whole.policy, resumed.policy);
    }
  });

  test('is inspected, compared and valued in either layout with the same answers', async () => {
    const { call, close } = await connect(root);
    const dirs = [join(directory, 'output/policy'), converted];
    const [one, other] = await Promise.all(
      dirs.map((policy_dir) => call('cobre/inspect-policy', { policy_dir, stage: 1 })),
    );
    // The earlier layout does not say whose storage the coefficients speak of.
    const { storage_ids, ...inBoth } = other!.data;
    expect(inBoth).toEqual(one!.data);
    expect(storage_ids).toHaveLength(2);
    const [summary] = await Promise.all([call('cobre/inspect-policy', { policy_dir: converted })]);
    expect(summary.data).toMatchObject({ format: '2', stages: 3, state_dimension: 2 });
    const values = await Promise.all(
      dirs.map((policy_dir) => call('cobre/water-values', { case_dir: directory, policy_dir, stage: 1 })),
    );
    expect(values[1]!.data).toEqual(values[0]!.data);
    const compared = await call('cobre/compare-policies', { policy_dirs: dirs });
    expect(compared.isError, JSON.stringify(compared.data)).toBe(false);
    await close();
  });

  test('of format 3 it is tried with a warning; of any other it is refused', async () => {
    const withVersion = async (version: number) => {
      const copy = join(await newRoot(), 'policy');
      await cp(converted, copy, { recursive: true });
      const bytes = await readFile(join(copy, 'manifest.bin'));
      bytes.writeUInt32LE(version, place(bytes, bytes.readUInt32LE(0), 0));
      await writeFile(join(copy, 'manifest.bin'), bytes);
      return answerOf('inspect-policy', copy);
    };
    const third = await withVersion(3);
    expect(third.envelope.data.warnings[0]).toContain('format_version 3');
    expect(third.envelope.data.stages).toBe(3);
    const seventh = await withVersion(7);
    expect(JSON.stringify(seventh.envelope)).toContain('format_version 7 is neither 2 nor 3');
    expect(JSON.stringify(seventh.envelope)).toContain('convert it with the release that wrote it, or train again');
  });

  test('refuses to be converted without its case, to a place that is taken, or with the case of another', async () => {
    const policy = join(directory, 'output/policy');
    expect((await convert(policy, join(root, 'new'))).code).toBe(1);
    expect((await convert(policy, converted, '--case-dir', directory)).code).toBe(1);
    const other = await finishedStudy(await newRoot(), 'other', {
      'config.json': settings({ iterations: 1, scenarios: 0 }),
      'stages.json': {
        policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
        stages: JSON.parse(await readFile(join(directory, 'stages.json'), 'utf8')).stages.slice(0, 2),
      },
    });
    const { envelope } = await convert(policy, join(root, 'new'), '--case-dir', other);
    expect(JSON.stringify(envelope)).toContain('IncompatibleSettings');
  });

  test('damaged anywhere, it is refused or read, and never more than a fault', async () => {
    for (const [file, decode] of [
      ['manifest.bin', decodeManifest],
      ['cuts/000.bin', decodeCurrentCuts],
    ] as const) {
      const bytes = await readFile(join(converted, file));
      expect(() => decode(bytes.subarray(0, 7))).toThrow();
      expect(() => decode(Buffer.concat([bytes.subarray(0, 4), Buffer.from('XXXX'), bytes.subarray(8)]))).toThrow(
        'CBVF',
      );
      for (let at = 0; at < bytes.length; at += 3) {
        const wrong = Buffer.from(bytes);
        wrong[at]! ^= 0xff;
        try {
          decode(wrong);
        } catch (cause) {
          expect(cause).toBeInstanceOf(Error);
        }
      }
    }
    const copy = join(await newRoot(), 'policy');
    await cp(converted, copy, { recursive: true });
    await writeFile(join(copy, 'cuts/001.bin'), (await readFile(join(copy, 'cuts/001.bin'))).subarray(0, 40));
    const { code, envelope } = await answerOf('inspect-policy', copy);
    expect([code, JSON.stringify(envelope).includes('cuts/001.bin')]).toEqual([4, true]);
  });
});
