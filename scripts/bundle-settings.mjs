import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Packages with native code or files beside them that a bundle would lose. */
const external = [
  ...['@photostructure/sqlite', 'highs', '@duckdb/node-api', '@resvg/resvg-js', 'oxc-transform', 'pdfmake'],
  // Loaded by those who ask for it only, and larger than all the rest of the program that does.
  '@restatedev/*',
];

/** CommonJS dependencies inside an ES module bundle still ask for `require`. */
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/** How what we start is bundled, for whoever installs it and for tests. */
export const bundleSettings = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['quadrivium-source'],
  sourcemap: 'linked',
  minifySyntax: true,
  // What is not there need not be read, a twelfth of the start of a server. Short lines, because Node shows the line that threw.
  minifyWhitespace: true,
  lineLimit: 120,
  legalComments: 'external',
  external,
  // Its CommonJS form hides its own files from bundlers.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  banner: { js: requireShim },
  logLevel: 'warning',
};

/**
 * Programs are split: what is imported on demand is read by those who ask for it. A CommonJS package that is imported on
 * demand then has its default export only. Workers stay whole, because some are handed over as text.
 */
export const programSettings = { ...bundleSettings, splitting: true, chunkNames: 'parts-[hash]' };

/**
 * What a person starts: the program itself comes second, so that Node may keep its compiled form (since 22.1) for the next
 * start. It keeps it below the folder for temporary files; NODE_DISABLE_COMPILE_CACHE=1 forbids it.
 */
export const launcher = (program) => `#!/usr/bin/env node
import module from 'node:module';
module.enableCompileCache?.();
await import("./${program}");
`;

/** Sources that run in threads or processes of their own and are bundles of their own. */
export function workersBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.worker.ts'))
    .map((entry) => join(entry.path, entry.name));
}
