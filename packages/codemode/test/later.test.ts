import { describe, expect, test } from 'vitest';
import { waitsForResult } from '../src/index.js';
import type { HostTool } from '../src/tools/host-tool.js';
import { codeModeOf, memoryHost } from './fixtures/memory-host.js';

const outputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

/** Runs a program whose calls are taken down and not made. */
async function rehearse(code: string, moment?: number) {
  const mode = await codeModeOf(memoryHost([{ name: 'write', outputSchema }]), { typecheck: false });
  const calls: unknown[] = [];
  const call = async (_: HostTool, args: unknown) => {
    calls.push(args);
    return { content: [], isError: false, structuredContent: undefined, later: true } as const;
  };
  const result = await mode.execute({ code }, { caller: { call }, ...(moment === undefined ? {} : { moment }) });
  return { calls, result };
}

describe('a program whose calls are not made yet', () => {
  test('goes on to its end as long as it does not look at what came of them', async () => {
    const { calls, result } = await rehearse(`
      for (const n of [1, 2, 3]) { const r = await tools.write({ n }); console.log('wrote', r); }
      return await tools.write({ n: 4 });`);
    expect(calls).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    expect(result).toMatchObject({ outcome: 'ok' });
  });

  test.each([
    ['reads a part of it', 'if (r.id === "x") await tools.write({ n: 2 });'],
    ['reads a part of it and would catch anything', 'try { r.id } catch {} await tools.write({ n: 2 });'],
    ['sends it on', 'await tools.write({ r });'],
    ['sends it on, deep inside', 'await tools.write({ list: [{ r }] });'],
    ['makes text of it', 'const text = "" + r; await tools.write({ text });'],
    ['lists its parts', 'for (const key of Object.keys(r)) await tools.write({ key });'],
    ['asks for a part by name', 'if ("id" in r) await tools.write({ n: 2 });'],
  ])('ends where it %s', async (_, code) => {
    const { calls, result } = await rehearse(`const r = await tools.write({ n: 1 }); ${code}`);
    expect(calls).toEqual([{ n: 1 }]);
    expect(result).toMatchObject({ isError: true, failed: waitsForResult });
  });

  test('sees the time and the chance it saw before', async () => {
    const code =
      'await tools.write({ now: Date.now(), date: new Date().toISOString(), dice: [Math.random(), Math.random()] });';
    const [first, again, other] = await Promise.all([rehearse(code, 1000), rehearse(code, 1000), rehearse(code, 2000)]);
    expect(again.calls).toEqual(first.calls);
    expect(first.calls[0]).toMatchObject({ now: 1000, date: '1970-01-01T00:00:01.000Z' });
    expect(other.calls).not.toEqual(first.calls);
  });

  test('finds no other clock behind the one it is given, which is a Date in every way', async () => {
    const { calls, result } = await rehearse(
      `const told = [Date(), new Date().constructor.now(), Reflect.construct(new Date(0).constructor, []).getTime(),
         Object.getPrototypeOf(Date).now === undefined, Object.getPrototypeOf(Date.prototype) === Object.prototype,
         new Date(5) instanceof Date, new Date(2020, 0, 2).getDate(), Date.UTC(1970, 0, 2), Date.parse('1970-01-01T00:00:02Z'),
         (class Day extends Date {}).name, new (class Day extends Date { twice() { return this.getTime() * 2; } })().twice()];
       await tools.write({ told });`,
      1000,
    );
    const asText = expect.stringMatching(/^Thu Jan 01 1970|^Wed Dec 31 1969/);
    // A day has 86 400 000 ms; the moment is 1000, and twice that 2000.
    expect(calls, JSON.stringify(result)).toEqual([
      { told: [asText, 1000, 1000, true, true, true, 2, 86_400_000, 2000, 'Day', 2000] },
    ]);
  });
});
