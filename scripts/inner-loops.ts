/**
 * Compiles the inner loops of cobre's simplex (`packages/cobre/inner-loops`, AssemblyScript) and writes them into the sources.
 * The compiler weighs 100 MB, so it is fetched by whoever changes a loop, and nobody else needs it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureTools } from './tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'packages/cobre/src/lp/inner-loops/code.gen.ts');

const options = [
  ...['--optimizeLevel', '3', '--runtime', 'stub', '--noAssert', '--use', 'abort='],
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536', '--enable', 'threads'],
];

interface Compiler {
  main(
    args: readonly string[],
    io: { writeFile(name: string, content: Uint8Array): void },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

/** The generated file as it should be. */
export async function compiledInnerLoops(): Promise<string> {
  const path = join(ensureTools('compiler'), 'node_modules/assemblyscript/dist/asc.js');
  const { main } = (await import(pathToFileURL(path).href)) as Compiler;
  let code: Uint8Array = new Uint8Array();
  const sources = ['index.ts', '--baseDir', join(root, 'packages/cobre/inner-loops')];
  const { error, stderr } = await main([...sources, ...options, '--outFile', 'inner-loops.wasm'], {
    writeFile: (_, content) => {
      code = content;
    },
  });
  if (error) throw new Error(`The inner loops do not compile.\n${stderr}`);
  const text = Buffer.from(code).toString('base64');
  return `/** Written by \`npm run inner-loops\`. */\nexport const code =\n  '${text}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await compiledInnerLoops());
