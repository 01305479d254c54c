/** Code mode over a real host: server processes, connections, results on disk. */

import { createCodeMode } from '@quadrivium/codemode';
import { describe, expect, test } from 'vitest';
import { configOf, textOf } from '../../../codemode/test/fixtures/memory-host.js';
import { canSeeProcesses, expectNoneLeft, marked, newMark, open, toolbox } from '../host/servers.js';

describe('a program over real servers', () => {
  test('calls two of them in a loop in one execution, and an excluded tool stays direct (A8)', async () => {
    const host = await open({
      one: toolbox({ env: { NAME: 'one' } }, 'read_file'),
      two: toolbox({ env: { NAME: 'two' } }, 'read_file', 'count'),
    });
    const mode = await createCodeMode(host, { config: configOf({ typecheck: true, excludedTools: ['count'] }) });
    const code =
      "const seen: string[] = [];\nfor (const path of ['a', 'b']) {\n  seen.push(await tools.one.read_file({ path }), await tools.two.read_file({ path }));\n}\nreturn seen;";
    expect((await mode.execute({ code })).structuredContent).toEqual(['one:a', 'two:a', 'one:b', 'two:b']);
    expect(mode.direct.map(({ name }) => name)).toEqual(['count']);
    expect(mode.description).not.toContain('count');
  });

  test.each([
    ['shared', [1, 2, 3, 4]],
    ['fresh', [1, 2, 1, 2]],
  ] as const)('uses %s connections (A9)', async (connections, expected) => {
    const mark = newMark();
    const host = await open({ box: toolbox({ env: { MARK: mark } }, 'count') });
    const mode = await createCodeMode(host, { config: configOf({ connections }) });
    const seen: unknown[] = [];
    for (let run = 0; run < 2; run += 1) {
      const { structuredContent } = await mode.execute({
        code: 'return [Number(await tools.count({})), Number(await tools.count({}))]',
      });
      seen.push(...(structuredContent as number[]));
    }
    expect(seen).toEqual(expected);
    if (canSeeProcesses) expect(marked(mark).length).toBe(1);
    await host.close();
    await expectNoneLeft(mark);
  });

  test('a type error reaches no server (K2)', async () => {
    const host = await open({ box: toolbox({}, 'count', 'read_file') });
    const mode = await createCodeMode(host, { config: configOf({ typecheck: true }) });
    const code = 'await tools.count({});\nawait tools.read_file({ file: "x" });';
    expect((await mode.execute({ code })).failed).toBe('type error');
    expect(textOf(await mode.execute({ code: 'return await tools.count({})' }))).toBe('1');
  });

  test('arguments that break the schema are an exception before anything is sent', async () => {
    const host = await open({ box: toolbox({}, 'write_file') });
    const mode = await createCodeMode(host, { config: configOf() });
    const code = "try { await tools.write_file({ path: 'x', mode: 'odd' }) } catch (e) { return [e.name, e.kind] }";
    expect((await mode.execute({ code })).structuredContent).toEqual(['ToolError', 'InvalidArguments']);
  });

  test('a failure that a tool reports is thrown, and returned by raw', async () => {
    const host = await open({ box: toolbox({}, 'fail') });
    const mode = await createCodeMode(host, { config: configOf() });
    const code =
      'const raw = await tools.fail.raw({});\ntry { await tools.fail({}) } catch (e) { return [raw.isError, e.message, e.structured.code] }';
    const [isError, message, number] = (await mode.execute({ code })).structuredContent as [boolean, string, number];
    expect([isError, number]).toEqual([true, 28]);
    expect(message).toContain('the disk is full');
  });

  test('no secret of a server reaches the program (K16)', async () => {
    const secret = 'hunter2-of-the-server';
    const host = await open({ box: toolbox({ env: { TOKEN: secret } }, 'read_file') });
    const mode = await createCodeMode(host, { config: configOf({ typecheck: true }) });
    const code =
      'const seen = [];\nfor (const name of Object.getOwnPropertyNames(globalThis)) seen.push(name + JSON.stringify((globalThis as any)[name]));\nreturn seen.join() + JSON.stringify(tools) + (await describe("box.read_file")) + JSON.stringify(await search(""));';
    const result = await mode.execute({ code });
    expect(result.isError).toBe(false);
    expect(JSON.stringify(result) + mode.description).not.toContain(secret);
  });

  test('a long result stays whole inside the program and is kept when it is shown', async () => {
    const host = await open({ box: toolbox({}, 'read_file') });
    const mode = await createCodeMode(host, { config: configOf({ largeOutputCharLimit: 200 }) });
    const long = "const text = await tools.read_file({ path: 'x'.repeat(5000) });";
    expect((await mode.execute({ code: `${long} return text.length` })).structuredContent).toBe(5001);
    const shown = await mode.execute({ code: `${long} return text` });
    const id = shown.handle ?? '';
    expect((await host.results.get(id)).length).toBe(5001);
    expect(
      (await mode.execute({ code: `return (await results.get(${JSON.stringify(id)})).length` })).structuredContent,
    ).toBe(5001);
  });
});
