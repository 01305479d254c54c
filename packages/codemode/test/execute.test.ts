import { describe, expect, test } from 'vitest';
import { codeModeOf, memoryHost, textOf } from './fixtures/memory-host.js';

const echo = { name: 'echo', answer: (args: Record<string, unknown>) => `echo ${JSON.stringify(args)}` };
const fails = { name: 'fails', answer: () => ({ error: 'the disk is full' }) };
const hangs = { name: 'hangs', answer: () => new Promise<string>(() => undefined) };

describe('a program', () => {
  test('of a hundred tool calls with loops and conditions is one execution', async () => {
    const host = memoryHost([echo]);
    const mode = await codeModeOf(host);
    const result = await mode.execute({
      code: 'let n = 0;\nfor (let i = 0; i < 100; i++) if ((await tools.srv.echo({ i })).length > 0) n += 1;\nreturn n;',
    });
    expect(textOf(result)).toBe('100');
    expect(result).toMatchObject({ isError: false, outcome: 'ok', calls: 100, structuredContent: 100 });
    expect(host.calls.map(({ args }) => args)).toEqual(Array.from({ length: 100 }, (_, i) => ({ i })));
  });

  test('prints first, then adds parts, then shows what it returns', async () => {
    const mode = await codeModeOf(memoryHost([echo]));
    const { content, structuredContent } = await mode.execute({
      code: "console.log('a', { b: 1 }, [2n]);\noutput.text('extra');\noutput.image('aGk=', 'image/png');\nreturn { c: 3 };",
    });
    expect(content).toEqual([
      { type: 'text', text: 'a {"b":1} ["2"]\n' },
      { type: 'text', text: 'extra' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'text', text: '{\n  "c": 3\n}' },
    ]);
    expect(structuredContent).toEqual({ c: 3 });
  });

  test('reaches tools by server, by name alone, and by names that are no identifiers', async () => {
    const host = memoryHost([
      { ...echo, name: 'odd-name.x' },
      { ...echo, name: 'delete' },
    ]);
    const mode = await codeModeOf(host);
    const code =
      "await tools.srv.odd_name_x({}); await tools.odd_name_x({}); await tools.srv['odd-name.x']({}); await tools.delete()";
    expect((await mode.execute({ code })).isError).toBe(false);
    expect(host.calls.map(({ tool }) => tool)).toEqual([
      'srv.odd-name.x',
      'srv.odd-name.x',
      'srv.odd-name.x',
      'srv.delete',
    ]);
  });

  test('gets structured content where a schema promises it, and text elsewhere', async () => {
    const shaped = { name: 'shaped', outputSchema: { type: 'object' }, answer: () => ({ structured: { deep: [1] } }) };
    const mode = await codeModeOf(memoryHost([shaped, echo]));
    const code =
      'const a = await tools.shaped({}); const b = await tools.echo({ x: 1 }); return [a.deep[0], b, typeof b]';
    expect((await mode.execute({ code })).structuredContent).toEqual([1, 'echo {"x":1}', 'string']);
  });

  test('catches a tool error as a typed exception (K4)', async () => {
    const mode = await codeModeOf(memoryHost([fails]));
    const code =
      'try { await tools.fails({}) } catch (e) { return [e instanceof ToolError, e instanceof Error, e.server, e.tool, e.message, e.kind] }';
    expect((await mode.execute({ code })).structuredContent).toEqual([
      true,
      true,
      'srv',
      'fails',
      'the disk is full',
      'ToolFailed',
    ]);
  });

  test('leaves nothing to the next one', async () => {
    const mode = await codeModeOf(memoryHost([]));
    const leave = 'globalThis.left = 1; Object.prototype.left = 1; (globalThis as any).state = { left: 1 };';
    expect((await mode.execute({ code: leave })).isError).toBe(false);
    const code = 'return [typeof left, typeof state, typeof ({} as any).left]';
    expect((await mode.execute({ code })).structuredContent).toEqual(['undefined', 'undefined', 'undefined']);
    expect(mode.description).not.toContain('state:');
  });

  test('saves a file for the user and tells the model where it is, not what is in it', async () => {
    const saved: [name: string, bytes: string][] = [];
    const saveFile = async (bytes: Buffer, name: string): Promise<string> => {
      saved.push([name, bytes.toString('utf8')]);
      return `/saved/${name}`;
    };
    const mode = await codeModeOf(memoryHost([]), { typecheck: true }, { saveFile });
    const code = [
      "output.file('../../etc/rows.csv', 'a,b\\n1,2\\n', 'text/csv');",
      "output.file('dot.bin', { type: 'image', data: 'aGFsbG8=', mimeType: 'image/png' });",
      "output.file('.', 'hidden');",
    ];
    expect(textOf(await mode.execute({ code: code.join('\n') }))).toBe(
      [
        '[file rows.csv (text/csv, 8 bytes) saved as /saved/rows.csv]',
        '[file dot.bin (image/png, 5 bytes) saved as /saved/dot.bin]',
        '[file file (text/plain, 6 bytes) saved as /saved/file]',
      ].join('\n'),
    );
    expect(saved).toEqual([
      ['rows.csv', 'a,b\n1,2\n'],
      ['dot.bin', 'hallo'],
      ['file', 'hidden'],
    ]);
    const unsaved = await codeModeOf(memoryHost([]));
    expect((await unsaved.execute({ code: "output.file('a.txt', 'text')" })).content).toEqual([
      { type: 'resource', uri: 'file:///a.txt', mimeType: 'text/plain', text: 'text' },
    ]);
    expect((await unsaved.execute({ code: "output.file('a', { data: '?' } as any)" })).failed).toBe(
      'uncaught TypeError',
    );
  });

  test('keeps state for the next program of the conversation where that is configured', async () => {
    const mode = await codeModeOf(memoryHost([]), { keepState: true });
    expect(mode.description).toContain('declare let state');
    await mode.execute({ code: 'state.seen = [1, 2]' });
    expect((await mode.execute({ code: 'state.seen.push(3); return state' })).structuredContent).toEqual({
      seen: [1, 2, 3],
    });
  });

  test('finds and describes tools', async () => {
    const read = { ...echo, name: 'read_file', description: 'Reads one file. Slowly.' };
    const mode = await codeModeOf(memoryHost([read, { ...echo, name: 'other' }]));
    const code = "return [await search('file reading'), await describe('srv.read_file')]";
    const [found, declared] = (await mode.execute({ code })).structuredContent as [{ path: string }[], string];
    expect(found).toEqual([
      { path: 'srv.read_file', description: 'Reads one file.', signature: 'tools.srv.read_file(): string' },
    ]);
    expect(declared).toContain('type ReadFileInput = Record<string, unknown>;');
    expect(declared).toContain('read_file: Tool<ReadFileInput, string>;');
    const unknown = await mode.execute({ code: "await describe('srv.read_fil')" });
    expect(textOf(unknown)).toContain('Did you mean srv.read_file or');
  });

  test('reads a kept result by its id', async () => {
    const host = memoryHost([]);
    const mode = await codeModeOf(host, { largeOutputCharLimit: 100 });
    const first = await mode.execute({ code: "return 'x'.repeat(500) + 'end'" });
    expect(first.handle).toBe('r1');
    expect(textOf(first)).toContain('results.get("r1")');
    expect((await mode.execute({ code: "return (await results.get('r1')).length" })).structuredContent).toBe(503);
  });

  test('waits with timers', async () => {
    const mode = await codeModeOf(memoryHost([]));
    const code =
      "const seen = []; const t = setTimeout(() => seen.push('never'), 5); clearTimeout(t); await new Promise((r) => setTimeout(r, 20)); seen.push('late'); return seen";
    expect((await mode.execute({ code })).structuredContent).toEqual(['late']);
  });

  test('that hands over what cannot be handed over is told so, and nothing breaks', async () => {
    const host = memoryHost([echo]);
    const mode = await codeModeOf(host);
    const code = [
      'const seen = [];',
      'for (const bad of [() => output.image("not base64!"), () => output.image(null), () => tools.echo({ a: BigInt(1) })]) {',
      '  try { await bad() } catch (e) { seen.push(e.name) }',
      '}',
      'await tools.echo(() => 1);',
      "try { await results.get('x'.repeat(1e6)) } catch (e) { seen.push(e.kind) }",
      'return seen;',
    ].join('\n');
    expect((await mode.execute({ code })).structuredContent).toEqual([
      'TypeError',
      'TypeError',
      'TypeError',
      'UnknownResult',
    ]);
  });

  test('written as a module in a Markdown fence is run, with its own line numbers', async () => {
    const mode = await codeModeOf(memoryHost([echo]));
    const good =
      '```typescript\nexport default async function run(): Promise<string> {\n  return await tools.echo({ a: 1 });\n}\n```';
    expect(textOf(await mode.execute({ code: good }))).toBe('echo {"a":1}');
    const bad = '```ts\nexport default async function () {\n  throw new RangeError("no");\n}\n```';
    expect(textOf(await mode.execute({ code: bad }))).toMatch(/^uncaught RangeError\nno\n {2}at main\.ts:3:/);
  });
});

describe('a failure', () => {
  test('of syntax names its line and runs nothing (K1)', async () => {
    const host = memoryHost([echo]);
    const result = await (await codeModeOf(host)).execute({ code: 'await tools.echo({});\nconst x = = 1;' });
    expect(textOf(result)).toMatch(/^compile error\nmain\.ts:2:11 {2}const x = = 1;\n/);
    expect(result).toMatchObject({ isError: true, outcome: 'error', failed: 'compile error', calls: 0 });
    expect(host.calls).toEqual([]);
  });

  test('that nobody catches has the right line, in spite of types and comments before it, and the output so far (K3)', async () => {
    const code = [
      '// a comment',
      'interface Row {',
      '  name: string;',
      '}',
      "const rows: Row[] = [{ name: 'a' }];",
      "console.log('before');",
      'enum Colour { Red, Green }',
      'function boom(row: Row): never {',
      "  throw new TypeError('bad ' + row.name + Colour.Green);",
      '}',
      'boom(rows[0] as Row);',
    ].join('\n');
    const text = textOf(await (await codeModeOf(memoryHost([]))).execute({ code }));
    expect(text).toMatch(/^uncaught TypeError\nbad a1\n {2}at main\.ts:9:\d+ {2}throw new TypeError/);
    expect(text).toMatch(/at main\.ts:11:\d+ {2}boom/);
    expect(text).toContain('Output before that:\nbefore');
  });

  test('of a tool that nobody catches names the tool and the line of the call', async () => {
    const mode = await codeModeOf(memoryHost([fails]));
    const result = await mode.execute({ code: 'const a = 1;\n\nawait tools.srv.fails({ a });' });
    expect(textOf(result)).toMatch(
      /^uncaught ToolError from srv\.fails\nthe disk is full\n {2}at main\.ts:3:\d+ {2}await/,
    );
  });

  test('by an endless loop is the end of the CPU budget (K5)', async () => {
    const mode = await codeModeOf(memoryHost([]), { cpuSeconds: 0.3 });
    const result = await mode.execute({ code: "console.log('before');\nwhile (true) {}" });
    expect(textOf(result)).toMatch(/^CPU budget exceeded\n[\s\S]*Output before that:\nbefore$/);
    expect(result.outcome).toBe('crash');
  });

  test('by an endless loop cannot be caught by the program', async () => {
    const mode = await codeModeOf(memoryHost([]), { cpuSeconds: 0.3 });
    const code =
      'const spin = async () => { while (true) {} };\nwhile (true) { try { await spin(); } catch { continue; } }';
    expect((await mode.execute({ code })).failed).toBe('CPU budget exceeded');
  });

  test('by a tool that never answers is a timeout, and the call is cancelled (K6)', async () => {
    let aborted = false;
    const waits = {
      name: 'waits',
      answer: (_: unknown, { signal }: { signal?: AbortSignal }) =>
        new Promise<string>((resolve) =>
          signal?.addEventListener('abort', () => {
            aborted = true;
            resolve('');
          }),
        ),
    };
    const mode = await codeModeOf(memoryHost([waits]), { cpuSeconds: 0.5 });
    const result = await mode.execute({ code: "console.log('asking'); await tools.waits({})", executionTimeout: 3 });
    expect(textOf(result)).toBe('timed out after 3s (executionTimeout)\n\nOutput before that:\nasking');
    expect(aborted).toBe(true);
  });

  test.each([
    ['arrays', 'const a = []; while (true) a.push(new Uint8Array(100000));'],
    ['objects', 'const a = []; while (true) a.push({ a: 1, b: [2] });'],
    ['one huge buffer', 'return new Uint8Array(1e9).length'],
  ])('by using all memory with %s ends the program only (K7)', async (_, code) => {
    const mode = await codeModeOf(memoryHost([]), { memoryMb: 16 });
    expect(await mode.execute({ code })).toMatchObject({ failed: 'out of memory', outcome: 'crash' });
  });

  test('by waiting for nothing is told at once', async () => {
    const mode = await codeModeOf(memoryHost([]));
    expect((await mode.execute({ code: 'await new Promise(() => {})' })).failed).toBe('never finished');
  });

  test.each([
    ['a server', 'await srv.echo({})', 'Write tools.srv.<tool>(...) instead of srv.'],
    ['a tool', 'await echo({})', 'Write tools.srv.echo(...) instead of echo(...).'],
  ])('by naming %s at the top level is corrected in one line', async (_, code, hint) => {
    const text = textOf(await (await codeModeOf(memoryHost([echo]))).execute({ code }));
    expect(text).toMatch(/^uncaught ReferenceError/);
    expect(text).toContain(hint);
  });

  test('to return something that JSON cannot hold is an error of the program', async () => {
    const mode = await codeModeOf(memoryHost([]));
    const result = await mode.execute({ code: 'const a: any = {}; a.self = a; return a;' });
    expect(result.failed).toBe('uncaught TypeError');
  });
});

describe('limits', () => {
  test('a million lines are shortened and kept (K8)', async () => {
    const host = memoryHost([]);
    const mode = await codeModeOf(host, { largeOutputCharLimit: 1_000 });
    const code = "for (let i = 0; i < 1_000_000; i++) console.log('line ' + i)";
    const result = await mode.execute({ code, executionTimeout: 300 });
    expect(result.isError).toBe(false);
    expect(textOf(result).length).toBeLessThan(1_500);
    expect(textOf(result)).toMatch(/^line 0\nline 1\n[\s\S]*line 999999\n/);
    expect(
      host.kept
        .get(result.handle ?? '')
        ?.trimEnd()
        .split('\n').length,
    ).toBe(1_000_000);
  });

  test('five hundred parallel calls run thirty-two at a time, and the next one is refused (K10)', async () => {
    // The first thirty-two wait for each other, however slowly they come, and then long enough for a thirty-third to show.
    const waiting: (() => void)[] = [];
    const releaseAll = (): void => {
      for (const release of waiting) release();
    };
    const together = (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 32) setTimeout(releaseAll, 50);
        else if (waiting.length > 32) setTimeout(resolve, 2);
      });
    const slow = { name: 'slow', answer: () => together().then(() => 'done') };
    const host = memoryHost([slow]);
    const mode = await codeModeOf(host);
    const code =
      'const all = await Promise.allSettled(Array.from({ length: 501 }, (_, i) => tools.slow({ i })));\nconst bad = all.filter((each) => each.status === "rejected");\nreturn [all.length, bad.length, bad[0].reason.kind];';
    const result = await mode.execute({ code });
    expect(result.structuredContent).toEqual([501, 1, 'TooManyCalls']);
    expect(result.calls).toBe(500);
    expect(host.calls.length).toBe(500);
    expect(host.most).toBe(32);
  });

  test('a call that is not awaited is reported and cancelled (K11)', async () => {
    const mode = await codeModeOf(memoryHost([hangs, echo]));
    const result = await mode.execute({ code: 'tools.hangs({});\nawait tools.echo({});\nreturn 1;' });
    expect(textOf(result)).toBe(
      '1\nnote: not awaited: srv.hangs (cancelled when the program ended). Await every call.',
    );
  });

  test('images of tools come back as images (K12)', async () => {
    const shot = { name: 'shot', answer: () => [{ type: 'image' as const, data: 'cGl4ZWxz', mimeType: 'image/jpeg' }] };
    const mode = await codeModeOf(memoryHost([shot]));
    const code =
      'const raw = await tools.shot.raw({});\noutput.image(raw.content[0]);\nreturn [...raw.content, { type: "text", text: "seen" }];';
    expect((await mode.execute({ code })).content).toEqual([
      { type: 'image', data: 'cGl4ZWxz', mimeType: 'image/jpeg' },
      { type: 'image', data: 'cGl4ZWxz', mimeType: 'image/jpeg' },
      { type: 'text', text: 'seen' },
    ]);
    expect(textOf(await mode.execute({ code: 'return await tools.shot({})' }))).toBe(
      '[image image/jpeg; use .raw() to get it]',
    );
  });

  test.each([
    [0, 'executionTimeout: must be 1 to 300'],
    [301, 'executionTimeout: must be 1 to 300'],
    [1.5, 'executionTimeout: '],
  ])('an executionTimeout of %d is refused with the range (K15)', async (executionTimeout, message) => {
    const result = await (await codeModeOf(memoryHost([]))).execute({ code: 'return 1', executionTimeout });
    expect(textOf(result)).toContain(`invalid arguments\n${message}`);
  });

  test('an executionTimeout that is left out is the usual one, and the largest is accepted (K15)', async () => {
    const mode = await codeModeOf(memoryHost([]));
    expect(textOf(await mode.execute({ code: 'return 1' }))).toBe('1');
    expect(textOf(await mode.execute({ code: 'return 1', executionTimeout: 300 }))).toBe('1');
    expect(mode.inputSchema).toMatchObject({
      required: ['code'],
      properties: { executionTimeout: { default: 60, maximum: 300 } },
    });
  });

  test('a yes that comes when the program has ended makes no call', async () => {
    let say: (verdict: true) => void = () => undefined;
    const answer = new Promise<true>((resolve) => {
      say = resolve;
    });
    const host = memoryHost([echo]);
    const ending = new AbortController();
    const policy = async (): Promise<true> => {
      ending.abort();
      return answer;
    };
    const mode = await codeModeOf(host, {}, { policy });
    const result = await mode.execute({ code: 'await tools.echo({})' }, { signal: ending.signal });
    expect(result.isError).toBe(true);
    say(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(host.calls).toEqual([]);
  });

  test('a person who thinks takes nothing of the time of a program, and what hangs afterwards still ends at its limit', async () => {
    const host = memoryHost([echo, hangs]);
    // Longer than the whole program may take.
    const policy = () => new Promise<true>((resolve) => setTimeout(() => resolve(true), 4_000));
    const mode = await codeModeOf(host, {}, { policy });
    const said = await mode.execute({ code: "return tools.echo({ said: 'yes' })", executionTimeout: 3 });
    expect(textOf(said)).toContain('yes');
    const hung = await mode.execute({ code: 'await tools.hangs({})', executionTimeout: 3 });
    expect(textOf(hung)).toContain('after 3s');
    expect(hung.isError).toBe(true);
  });

  test('a policy refuses single calls, and every call is told', async () => {
    const seen: string[] = [];
    const host = memoryHost([echo, { ...echo, name: 'remove' }]);
    const policy = async ({ name }: { name: string }) => (name === 'remove' ? 'The user said no.' : (true as const));
    const mode = await codeModeOf(host, {}, { policy });
    const onCall = (call: { phase: string; number: number; tool: { name: string } }) =>
      seen.push(`${call.number} ${call.tool.name} ${call.phase}`);
    const code = 'await tools.echo({}); try { await tools.remove({}) } catch (e) { return [e.kind, e.message] }';
    expect((await mode.execute({ code }, { onCall })).structuredContent).toEqual(['Denied', 'The user said no.']);
    expect(seen).toEqual(['1 echo start', '1 echo end']);
    expect(host.calls.length).toBe(1);
  });
});
