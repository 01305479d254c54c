import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { afterThisTest, toolbox } from '../host/servers.js';
import { project, run } from './cli.js';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/** Below the package, where the client finds what it imports. */
function folderOfClient(): string {
  const folder = mkdtempSync(join(PACKAGE, 'dist', 'emit-'));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Box {
  said(input: object): Promise<string>;
  navigate(input: object): Promise<string>;
  fail(): Promise<string>;
  picture: { raw(): Promise<{ content: readonly { type: string }[] }> };
}

type Client = { connect(options: object): Promise<{ tools: { my_box: Box }; close(): Promise<void> }> };

/** What the compiler says about a program. */
function typeCheck(file: string): string {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2023',
  ];
  const modules = ['--module', 'nodenext', '--customConditions', 'quadrivium-source', '--types', 'node'];
  try {
    execFileSync(process.execPath, [tsc, ...options, ...modules, file], { cwd: PACKAGE, encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('cpe mcp emit-ts writes a client that type-checks and really calls', async () => {
  const folder = folderOfClient();
  const config = project({ 'my-box': toolbox({}, 'said', 'navigate', 'fail', 'picture') });
  const file = join(folder, 'client.ts');
  expect(await run(config, ['mcp', 'emit-ts', '--output', file])).toMatchObject({
    code: 0,
    out: `4 tools written to ${file}\n`,
  });
  const use = (line: string): string => {
    const program = `import { connect } from './client.js';\nconst { tools, close } = await connect();\n${line}\nawait close();\n`;
    writeFileSync(join(folder, 'use.ts'), program);
    return join(folder, 'use.ts');
  };
  expect(typeCheck(use("const said: string = await tools.my_box.navigate({ url: 'a' });\nvoid said;"))).toBe('');
  expect(typeCheck(use('await tools.my_box.navigate({ adress: 1 });'))).toContain("'adress' does not exist");
  const { connect } = (await import(/* @vite-ignore */ file)) as Client;
  const { tools, close } = await connect({ config: join(config, 'cpe.yaml') });
  afterThisTest(close);
  expect(await tools.my_box.said({ path: 'x' })).toBe('{"path":"x"}');
  expect(JSON.parse(await tools.my_box.navigate({ url: 'a' }))).toMatchObject({ wait: 'load' });
  await expect(tools.my_box.fail()).rejects.toMatchObject({
    kind: 'ToolFailed',
    message: expect.stringContaining('the disk is full'),
  });
  expect((await tools.my_box.picture.raw()).content.map(({ type }) => type)).toContain('image');
});
