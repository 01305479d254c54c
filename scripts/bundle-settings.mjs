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

/** Sources that run in threads or processes of their own and are bundles of their own. */
export function workersBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.worker.ts'))
    .map((entry) => join(entry.path, entry.name));
}
