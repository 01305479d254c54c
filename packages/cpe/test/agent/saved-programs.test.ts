import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toolbox } from '../host/servers.js';
import { useAgentBench } from './mock-hooks.js';
import { model } from './workbench.js';

const { provider, bench } = useAgentBench();

const PROGRAM = `// Reads a file some times.
const inputs = { path: 'a.txt', times: 2 };
const texts = [];
for (let i = 0; i < inputs.times; i++) texts.push(await tools.box.read_file({ path: inputs.path }));
return texts;
`;

function configure(env: Record<string, string> = {}, codeMode: object = {}): void {
  bench.write('cpe.yaml', {
    mcpServers: { box: toolbox({ env: { CALLS: bench.path('calls'), ...env } }, 'read_file', 'write_file') },
    models: [model('m', provider.url)],
    defaults: { model: 'm', codeMode },
  });
  bench.write('main.ts', PROGRAM);
}

const lines = (...texts: string[]) => `${JSON.stringify(texts, null, 2)}\n`;

function resultIn(index: number): string {
  const messages = provider.requestsOf('m')[index]?.body.messages as { role: string; content: string }[];
  return messages.findLast(({ role }) => role === 'tool')?.content ?? '';
}

describe('a program that is saved', () => {
  test('is checked, kept with types, lock and inputs, and run again by name', async () => {
    configure();
    const { code, stdout } = await bench.inProcess(['save', 'twice', 'main.ts']);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('cpe run twice path=… times=…'),
    });
    // Checked and not run.
    expect(existsSync(bench.path('calls'))).toBe(false);
    const kept = (name: string): string => readFileSync(bench.path(`.cpe/programs/twice/${name}`), 'utf8');
    expect(kept('types.d.ts')).toContain('read_file: Tool<ReadFileInput, string>');
    expect(Object.keys(JSON.parse(kept('cpe.lock')).servers.box)).toEqual(['read_file']);
    expect(JSON.parse(kept('about.json'))).toMatchObject({ description: 'Reads a file some times.' });
    expect((await bench.inProcess(['run', 'twice'])).stdout).toBe(lines(':a.txt', ':a.txt'));
    expect((await bench.inProcess(['run', 'twice', 'path=b', 'times=1'])).stdout).toBe(lines(':b'));
    // A file takes inputs as well.
    expect((await bench.inProcess(['run', 'main.ts', 'times=1'])).stdout).toBe(lines(':a.txt'));
  });

  test.each([
    [['run', 'twice', 'paht=b'], 'Did you mean path?'],
    [['run', 'twice', 'times=many'], 'times cannot be "many"'],
    [['run', 'twice', 'times'], 'times is no input'],
    [['run', 'thrice'], 'no program is saved by that name'],
    [['save', '../out', 'main.ts'], 'is no name for a program'],
    [['save', 'nothing'], 'No program of this conversation went well'],
  ])('%j is refused with advice', async (args, expected) => {
    configure();
    await bench.inProcess(['save', 'twice', 'main.ts']);
    const { code, stderr } = await bench.inProcess(args);
    expect(code).toBe(1);
    expect(stderr).toContain(expected);
  });

  test('is not saved when its types are wrong, or when its inputs are no plain values', async () => {
    configure();
    bench.write('wrong.ts', 'return tools.box.read_file({ pth: 1 });');
    expect((await bench.inProcess(['save', 'wrong', 'wrong.ts'])).stderr).toContain('Nothing was saved.');
    bench.write('odd.ts', 'const where = 1;\nconst inputs = { path: where };\nreturn inputs;');
    expect((await bench.inProcess(['save', 'odd', 'odd.ts'])).stderr).toContain('where is no plain value');
    expect(existsSync(bench.path('.cpe/programs'))).toBe(false);
  });

  test('keeps its text but for the values that are given', async () => {
    configure();
    const text = [
      '/* as written */',
      'const inputs = {',
      "  sep: '\\n\\u0041', // between 'them', not {around}",
      '  "two words": [1_000, -0x10, .5,],',
      '  more: { deep: null, on: true }, /* } */',
      '} as const;',
      'function other() {',
      '  const inputs = { sep: sep };',
      '  return inputs;',
      '}',
      'const sep = 1;',
      'return [inputs, other()];',
    ].join('\n');
    bench.write('odd.ts', text);
    const own = { sep: '\nA', 'two words': [1000, -16, 0.5], more: { deep: null, on: true } };
    const ran = async (...inputs: string[]) => {
      const { stdout, stderr } = await bench.inProcess(['run', 'odd.ts', ...inputs]);
      return stderr === '' ? JSON.parse(stdout) : stderr;
    };
    expect(await ran()).toEqual([own, { sep: 1 }]);
    expect(await ran('two words=[7]')).toEqual([{ ...own, 'two words': [7] }, { sep: 1 }]);
    expect(await ran('sep=$& "\\', 'more={}')).toEqual([{ ...own, sep: '$& "\\', more: {} }, { sep: 1 }]);
  });

  test('may have inputs that only it knows, as long as nothing else is given', async () => {
    configure();
    bench.write('known.ts', 'const city = 1;\nconst inputs = { city };\nreturn inputs;');
    expect(JSON.parse((await bench.inProcess(['run', 'known.ts'])).stdout)).toEqual({ city: 1 });
    expect((await bench.inProcess(['run', 'known.ts', 'city=2'])).stderr).toContain('city is no plain value');
  });

  test('is left out with a warning where it cannot be offered, and the others stay', async () => {
    configure();
    for (const name of ['read-it', 'read_it', 'odd', 'deep']) await bench.inProcess(['save', name, 'main.ts']);
    writeFileSync(bench.path('.cpe/programs/odd/program.ts'), 'const inputs = { path: where };');
    writeFileSync(bench.path('.cpe/programs/deep/program.ts'), `const inputs = { path: ${'['.repeat(50_000)}`);
    provider.script('m', { text: 'Here.' });
    const { code, stderr } = await bench.inProcess(['--yes', 'hello']);
    expect(code).toBe(0);
    expect(stderr).toContain('the program read_it is left out: another one is the tool run_read_it');
    expect(stderr).toContain('the program deep is left out');
    expect(stderr).toContain('the program odd is left out: const inputs must be an object of plain values');
    const tools = provider.requestsOf('m')[0]?.body.tools as { function: { name: string } }[];
    expect(tools.map((tool) => tool.function.name).filter((name) => name.startsWith('run_'))).toEqual(['run_read_it']);
  });

  test('is not run over tools that are others than those it was checked against', async () => {
    configure();
    await bench.inProcess(['save', 'twice', 'main.ts']);
    configure({ EVIL: 'And now it sends everything home.' });
    const { code, stderr } = await bench.inProcess(['run', 'twice']);
    expect(code).toBe(2);
    expect(stderr).toContain('box/read_file changed');
    expect(existsSync(bench.path('calls'))).toBe(false);
  });

  test('of a lazy server is held against what the server offers now, not against what is remembered', async () => {
    const lazy = (evil: string): void => {
      // Variables are part of what is remembered by name only, so this is the same server as before.
      const env = { CALLS: bench.path('calls'), EVIL: evil };
      bench.write('cpe.yaml', {
        mcpServers: { box: toolbox({ env, lazy: true }, 'read_file') },
        models: [model('m', provider.url)],
        defaults: { model: 'm' },
      });
    };
    lazy('');
    bench.write('main.ts', PROGRAM);
    await bench.inProcess(['save', 'twice', 'main.ts']);
    lazy('And now it sends everything home.');
    provider.script('m', { calls: [{ tool: 'run_twice', input: {} }] }, { text: 'Not done.' });
    await bench.inProcess(['--yes', 'do it']);
    const advice = 'cpe save twice .cpe/programs/twice/program.ts';
    expect(resultIn(1)).toContain('The tools of the program twice are not what they were:\nbox/read_file changed');
    expect(resultIn(1)).toContain(advice);
    const { code, stderr } = await bench.inProcess(['run', 'twice']);
    expect(code).toBe(2);
    expect(stderr).toContain(advice);
    expect(existsSync(bench.path('calls'))).toBe(false);
    // The advice is right: the same program, checked against what the tools are now.
    expect((await bench.inProcess(advice.split(' ').slice(1))).code).toBe(0);
    expect((await bench.inProcess(['run', 'twice'])).stdout).toBe(lines(':a.txt', ':a.txt'));
  });

  test('is the latest of the conversation that went well, and a tool of the model from then on', async () => {
    configure({}, { enabled: true });
    const run = (code: string) => ({ calls: [{ tool: 'execute_typescript', input: { code } }] });
    provider.script('m', run(PROGRAM), run('throw new Error("no");'), { text: 'Well.' });
    await bench.inProcess(['--yes', 'read it']);
    expect((await bench.inProcess(['save', 'read-it'])).code).toBe(0);
    expect(readFileSync(bench.path('.cpe/programs/read-it/program.ts'), 'utf8')).toBe(PROGRAM);
    // Also where the model has no code mode, and its calls ask like any other.
    configure();
    writeFileSync(bench.path('calls'), '');
    provider.script('m', { calls: [{ tool: 'run_read_it', input: { path: 'c' } }] }, { text: 'Done.' });
    await bench.inProcess(['--new', '--yes', 'do it again']);
    const tools = provider.requestsOf('m')[3]?.body.tools as { function: { name: string; parameters: object } }[];
    expect(tools.find((tool) => tool.function.name === 'run_read_it')?.function.parameters).toMatchObject({
      properties: { path: { type: 'string', default: 'a.txt' }, times: { type: 'number', default: 2 } },
    });
    expect(JSON.parse(resultIn(4))).toEqual([':c', ':c']);
    provider.script('m', { calls: [{ tool: 'run_read_it', input: {} }] }, { text: 'Done.' });
    await bench.inProcess(['--new', '--deny-writes', 'and again']);
    expect(resultIn(6)).toContain('calls that may change something are denied');
  });
});
