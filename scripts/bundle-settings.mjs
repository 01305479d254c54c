import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Packages with native code or files beside them that a bundle would lose. */
const external = [
  ...[
    '@cedar-policy/cedar-wasm',
    '@photostructure/sqlite',
    'highs',
    '@duckdb/node-api',
    '@resvg/resvg-js',
    'oxc-transform',
    'pdfmake',
  ],
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
 * start. It keeps it in the user's own cache and nowhere that others may write, since whoever writes there says what runs;
 * NODE_COMPILE_CACHE names another folder, NODE_DISABLE_COMPILE_CACHE=1 forbids it.
 */
export const launcher = (program) => `#!/usr/bin/env node
import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

function ownCache() {
  const { XDG_CACHE_HOME: wished = '' } = process.env;
  const folder = join(isAbsolute(wished) ? wished : join(homedir(), '.cache'), 'quadrivium');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o22) === 0);
    return isOwn ? folder : undefined;
  } catch {
    return undefined;
  }
}

if (module.enableCompileCache) {
  const folder = process.env.NODE_COMPILE_CACHE || ownCache();
  if (folder !== undefined) module.enableCompileCache(folder);
}
await import("./${program}");
`;

/** Sources that run in threads or processes of their own and are bundles of their own. */
export function workersBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.worker.ts'))
    .map((entry) => join(entry.path, entry.name));
}
