import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The native TypeScript compiler (version 7 and later), when it is installed: beside this package, or where the user
 * works. Earlier compilers take seconds of computing per program and are not used.
 */
export function findCompiler(places: readonly string[]): string | undefined {
  const found = places.map(compilerBeside).find((path) => path !== undefined);
  return found;
}

function compilerBeside(place: string): string | undefined {
  try {
    const main = createRequire(place).resolve('typescript/package.json');
    const native = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
    const folder = dirname(createRequire(main).resolve(native));
    const path = join(folder, 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
