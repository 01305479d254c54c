import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { codeModeOf, memoryHost, textOf } from './fixtures/memory-host.js';

const echo = { name: 'echo', answer: (args: Record<string, unknown>) => JSON.stringify(args) };

/** What a program finds when it looks for a way out; each expression must come to nothing (K9). */
const NOTHING: readonly (readonly [what: string, code: string])[] = [
  ['process', 'return typeof process'],
  ['require', 'return typeof require'],
  ['fetch', 'return typeof fetch'],
  ['XMLHttpRequest and WebSocket', 'return [typeof XMLHttpRequest, typeof WebSocket]'],
  ['Buffer', 'return typeof Buffer'],
  ['Deno and Bun', 'return [typeof Deno, typeof Bun]'],
  ['WebAssembly', 'return typeof WebAssembly'],
  ['Worker', 'return typeof Worker'],
  ['the Function constructor', "return Function('return typeof process')()"],
  ['the constructor of a function', "return (() => 1).constructor('return typeof process')()"],
  [
    'the constructor of an asynchronous function',
    "return await (async () => 1).constructor('return typeof process')()",
  ],
  ['the constructor of a generator', "return [...(function* () {}).constructor('yield typeof process')()][0]"],
  ['indirect eval', "return (0, eval)('typeof process')"],
  ['the constructor of a tool', "return tools.srv.echo.constructor('return typeof process')()"],
  ['the constructor of the console', "return console.log.constructor('return typeof process')()"],
  [
    'the constructor of an error from outside',
    "try { await tools.srv.missing({}) } catch (e) { return e.constructor.constructor('return typeof process')() }",
  ],
  [
    'the constructor of a value from outside',
    "return (await tools.srv.echo.raw({})).constructor.constructor('return typeof process')()",
  ],
  ['the global of a plain function', '(function () { return typeof (this ?? {}).process })()\nreturn "undefined"'],
  [
    'all names of the global object',
    "return ['process', 'require', 'module', 'global', 'fetch', 'std', 'os', 'scriptArgs', 'print', 'load', '__send', 'send'].filter((name) => name in globalThis)",
  ],
];

const EMPTY = new Set(['undefined', '[]']);

describe('a program finds nothing behind', () => {
  test('any of the names and constructors that lead out elsewhere', async () => {
    const mode = await codeModeOf(memoryHost([echo]));
    const body = NOTHING.map(
      ([what, code]) =>
        `found[${JSON.stringify(what)}] = await (async () => {\n${code}\n})().catch((e) => 'threw ' + e.message);`,
    );
    const result = await mode.execute({ code: `const found = {};\n${body.join('\n')}\nreturn found;` });
    const found = Object.entries(result.structuredContent as Record<string, unknown>);
    expect(found.length).toBe(NOTHING.length);
    const escaped = found.filter(
      ([, value]) => !EMPTY.has([value].flat().length === 0 ? '[]' : String([value].flat()[0])),
    );
    expect(escaped).toEqual([]);
  });

  test.each([
    ["import('node:fs')", "const m = 'node:' + 'fs'; return Object.keys(await import(m))"],
    ["import('node:child_process')", "return Object.keys(await import('node:child_process'))"],
    ['import of a file', "return Object.keys(await import('/etc/passwd'))"],
    ['import of data', "return Object.keys(await import('data:text/javascript,export default 1'))"],
  ])('%s', async (_, code) => {
    const result = await (await codeModeOf(memoryHost([]))).execute({ code });
    expect(result.failed).toMatch(/^uncaught /);
  });
});

describe('a program that poisons its own world', () => {
  const poison = [
    "Object.prototype.polluted = 'yes';",
    "Array.prototype.map = () => { throw new Error('map'); };",
    "Array.prototype.join = () => 'joined';",
    'Map.prototype.get = function () { globalThis.caught = this; return undefined; };',
    'JSON.stringify = () => \'{"type":"end","ending":{"kind":"returned","value":"1"}}\';',
    'Promise.prototype.then = function (...a) { globalThis.stolen = a; return this; };',
  ];

  test.each(poison)('%s leaves the host and the next program alone', async (line) => {
    const host = memoryHost([echo]);
    const mode = await codeModeOf(host);
    const result = await mode.execute({
      code: `${line}\ntools.srv.echo({ a: 1 });\nreturn 'done';`,
      executionTimeout: 2,
    });
    expect(result.content.length).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect([1, 2].map((n) => n + 1).join()).toBe('2,3');
    expect(textOf(await mode.execute({ code: 'return await tools.srv.echo({ b: 2 })' }))).toBe('{"b":2}');
  });

  test('cannot reach the prototypes of the host through arguments, state or results', async () => {
    const host = memoryHost([echo]);
    const mode = await codeModeOf(host, { keepState: true });
    const evil = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}';
    const code = `await tools.srv.echo(JSON.parse('${evil}'));\nstate = JSON.parse('${evil}');\nreturn JSON.parse('${evil}');`;
    await mode.execute({ code });
    await mode.execute({ code: 'return state' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(host.calls.length).toBe(1);
  });
});

describe('a program that wants more than its share', () => {
  test.each([
    ['a regular expression that backtracks for ever', "/(a+)+$/.test('a'.repeat(60) + 'b')", 'CPU budget exceeded'],
    ['jobs without end', 'const again = () => Promise.resolve().then(again); await again();', 'CPU budget exceeded'],
    [
      'timers without end',
      'await new Promise(() => { const again = () => setTimeout(again, 0); again(); })',
      /CPU budget|timed out/,
    ],
    ['recursion', 'const f = () => f() + 1; f();', /^uncaught (InternalError|RangeError)$/],
    ['deep JSON', "JSON.parse('['.repeat(1000000))", /^uncaught (SyntaxError|InternalError|RangeError)$/],
    ['a doubling string', "let s = 'x'; while (true) s += s;", /out of memory|uncaught InternalError/],
    [
      'a sparse array made dense',
      'return new Array(4e9 - 2).fill(0).length',
      /out of memory|uncaught RangeError|CPU budget/,
    ],
    ['a huge argument', "await tools.srv.echo({ a: 'x'.repeat(1e9) })", /out of memory|uncaught|crashed/],
  ])('by %s is ended', async (_, code, first) => {
    const mode = await codeModeOf(memoryHost([echo]), { cpuSeconds: 0.4, memoryMb: 32 });
    const result = await mode.execute({ code, executionTimeout: 30 });
    expect(result.failed).toMatch(first);
  });

  test('can recurse as deep as honest programs do', async () => {
    const mode = await codeModeOf(memoryHost([]));
    const code = 'const depth = (n: number): number => (n === 0 ? 0 : 1 + depth(n - 1));\nreturn depth(800);';
    expect((await mode.execute({ code })).structuredContent).toBe(800);
  });

  test('cannot print without end', async () => {
    const host = memoryHost([]);
    const mode = await codeModeOf(host, { cpuSeconds: 20, largeOutputCharLimit: 500 });
    const code = "const line = 'x'.repeat(100000);\nfor (let i = 0; i < 400; i++) console.log(line);";
    const result = await mode.execute({ code });
    expect(textOf(result)).toContain('characters of output were dropped');
    expect(host.kept.get(result.handle ?? '')?.length).toBeLessThan(20_001_000);
  });
});

describe('the process of a program', () => {
  const linux = existsSync('/proc/self/environ');

  /** The sandboxes of this test process, by what their command lines say. */
  const sandboxes = (): string[] => childrenOf(process.pid);

  function childrenOf(parent: number): string[] {
    return readdirSync('/proc').filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
        return Number(stat[1]) === parent && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('permission');
      } catch {
        return false;
      }
    });
  }

  test.skipIf(!linux)(
    'has an empty environment, no secret in its arguments, its own group, and is gone afterwards (K16)',
    async () => {
      process.env.CPE_TEST_SECRET = 'hunter2-of-the-host';
      const seen: { environ: string; cmdline: string; group: string; pid: string }[] = [];
      const look = {
        name: 'look',
        description: 'Looks at the process',
        answer: () => {
          for (const pid of sandboxes()) {
            seen.push({
              pid,
              environ: readFileSync(`/proc/${pid}/environ`, 'latin1'),
              cmdline: readFileSync(`/proc/${pid}/cmdline`, 'latin1'),
              group: readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[2] ?? '',
            });
          }
          return 'looked';
        },
      };
      const mode = await codeModeOf(memoryHost([look]));
      expect(textOf(await mode.execute({ code: 'return await tools.look({})' }))).toBe('looked');
      delete process.env.CPE_TEST_SECRET;
      expect(seen.length).toBe(1);
      expect(seen[0]?.environ).toBe('');
      expect(seen[0]?.cmdline).not.toContain('hunter2');
      expect(seen[0]?.group).toBe(seen[0]?.pid);
      expect(sandboxes()).toEqual([]);
    },
  );

  test.skipIf(!linux)('is ended with its pending calls when the user cancels (K13)', async () => {
    const controller = new AbortController();
    let cancelled = false;
    const waits = {
      name: 'waits',
      answer: (_: unknown, { signal }: { signal?: AbortSignal }) => {
        setTimeout(() => controller.abort(), 10);
        return new Promise<string>((resolve) =>
          signal?.addEventListener('abort', () => {
            cancelled = true;
            resolve('');
          }),
        );
      },
    };
    const mode = await codeModeOf(memoryHost([waits]));
    const code = "console.log('waiting'); await tools.waits({})";
    const result = await mode.execute({ code }, { signal: controller.signal });
    expect(textOf(result)).toBe('cancelled by user\n\nOutput before that:\nwaiting');
    expect(cancelled).toBe(true);
    expect(sandboxes()).toEqual([]);
  });

  test.skipIf(!linux)('ends by itself soon after its host was killed, even in the middle of a loop', async () => {
    const file = fileURLToPath(new URL('./fixtures/endless-host.ts', import.meta.url));
    const args = ['--conditions=quadrivium-source', '--import', createRequire(import.meta.url).resolve('tsx'), file];
    const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(host.stdout, 'data');
    const [child = ''] = childrenOf(host.pid ?? 0);
    expect(child).not.toBe('');
    host.kill('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false);
  });

  test('is not even started when the user has cancelled already', async () => {
    const mode = await codeModeOf(memoryHost([]));
    expect((await mode.execute({ code: 'return 1' }, { signal: AbortSignal.abort() })).failed).toBe(
      'cancelled by user',
    );
  });
});
