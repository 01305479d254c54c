import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolbox } from '../host/servers.js';
import { cpe, project, run } from './cli.js';

const servers = () => ({ box: toolbox({}, 'count', 'read_file', 'picture', 'fail') });

/** A folder with servers and a program. */
function withProgram(program: string, rest: object = {}): string {
  const folder = project(servers(), rest);
  writeFileSync(join(folder, 'main.ts'), program);
  return folder;
}

describe('cpe run', () => {
  test('runs a program over the tools of the servers; what it prints and returns goes to stdout', async () => {
    const folder = withProgram(
      "const texts = await Promise.all(['a', 'b'].map((path) => tools.box.read_file({ path })));\nconsole.log(texts);\nreturn texts.length;",
    );
    expect(await cpe(folder, ['run', 'main.ts', '--verbose'])).toMatchObject({
      code: 0,
      out: '[":a",":b"]\n\n2\n',
      err: expect.stringMatching(/^(← box\/read_file \(\d+ ms\)\n){2}$/),
    });
  });

  test('has all tools, also those that models are to call directly, and all of its output', async () => {
    const defaults = { codeMode: { excludedTools: ['count'], largeOutputCharLimit: 10 } };
    const folder = withProgram("return (await tools.count({})) + 'x'.repeat(500);", { defaults });
    expect(await run(folder, ['run', 'main.ts'])).toEqual({ code: 0, out: `1${'x'.repeat(500)}\n`, err: '' });
  });

  test('connects only to the servers that the program names', async () => {
    const absent = { type: 'stdio', command: 'no-such-command-anywhere' };
    const folder = project({ ...servers(), absent });
    const ran = (stdin: string) => run(folder, ['run', '-'], { stdin });
    expect(await ran('return await tools.box.count({});')).toEqual({ code: 0, out: '1\n', err: '' });
    expect(await ran('return 1 + 1;')).toEqual({ code: 0, out: '2\n', err: '' });
    expect(await ran('return Object.keys(tools);')).toMatchObject({ code: 4, err: expect.stringContaining('absent') });
  });

  test('takes the program from stdin, and tells programs the result as one object', async () => {
    const stdin = 'return { n: Number(await tools.box.count({})) };';
    const { code, out } = await run(project(servers()), ['run', '-', '--json'], { stdin });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true, result: { structuredContent: { n: 1 }, calls: 1 } });
  });

  test('saves files and images of the program', async () => {
    const folder = withProgram(
      "output.file('notes.txt', 'hello');\noutput.image((await tools.box.picture.raw({})).content[1]);",
    );
    const out = join(folder, 'out');
    const ran = await run(folder, ['run', 'main.ts', '--output', out]);
    expect(ran).toMatchObject({
      code: 0,
      out: expect.stringContaining('[file notes.txt (text/plain, 5 bytes) saved as '),
    });
    expect(ran.err).toContain('image (image/png, 8 bytes) saved as');
    const notes = readdirSync(out).find((name) => name.endsWith('-notes.txt')) ?? '';
    expect(readFileSync(join(out, notes), 'utf8')).toBe('hello');
  });

  test.each([
    ['a type error', 'await tools.box.read_file({ file: 1 });', [], 5, /^error: type error\n.*main\.ts:1:29/s],
    [
      'a failing tool',
      "console.log('before');\nawait tools.box.fail({});",
      [],
      5,
      /^error: uncaught ToolError from box\.fail\nthe disk is full\n.*main\.ts:2.*Output before that:\nbefore\n$/s,
    ],
    [
      'too little time',
      'await new Promise((done) => setTimeout(done, 60000));',
      ['--timeout', '1s'],
      5,
      /^error: timed out after 1s/,
    ],
    ['a time that is no number', '', ['--timeout', 'soon'], 1, /--timeout must be a duration such as 90s/],
  ])('says what is wrong: %s', async (_, program, flags, expected, message) => {
    const { code, out, err } = await run(withProgram(program), ['run', 'main.ts', ...flags]);
    expect({ code, out, err }).toEqual({ code: expected, out: '', err: expect.stringMatching(message) });
  });

  test('of a file that is not there says so', async () => {
    const { code, err } = await run(project(servers()), ['run', 'none.ts']);
    expect({ code, err }).toEqual({ code: 1, err: 'error: There is no file none.ts.\n' });
  });
});
