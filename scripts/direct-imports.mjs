import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** `import { a, type B } from '@quadrivium/kernel'` or `'../shell/index.js'`, as the formatter writes them. */
const imported = /^import \{([^}]*)\} from '(@quadrivium\/[\w/-]+|\.[^']*\/index\.js)';/gm;
const handedOn = /^export (?:\*|\{([^}]*)\}) from '(\.[^']+)';/gm;

/**
 * Lets an import by name go to the file that declares the name instead of through an index. A bundle that is split divides
 * by files: whoever takes one name from an index would start with everything that anybody takes from it.
 */
export const directImports = {
  name: 'direct-imports',
  setup(build) {
    build.onLoad({ filter: /\/packages\/[^/]+\/src\/.*\.tsx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const indexes = new Map();
      for (const [, , from] of text.matchAll(imported)) {
        const asked = { kind: 'import-statement', resolveDir: dirname(path) };
        indexes.set(from, from.startsWith('.') ? sourceOf(path, from) : (await build.resolve(from, asked)).path);
      }
      const contents = text.replace(imported, (_, list, from) => direct(list, indexes.get(from)));
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** As many lines as there were, so that what follows stays where it was. */
function direct(list, index) {
  const statements = valuesIn(list).map(({ name, as }) => {
    const at = declared(name, index);
    return `import { ${at.name} as ${as} } from ${JSON.stringify(at.file)};`;
  });
  return statements.join(' ') + '\n'.repeat(list.split('\n').length - 1);
}

/** Where a name is declared, and what it is called there; an index may hand on what another one does. */
function declared(name, file) {
  return handedOnBy(file, name) ?? { name, file };
}

function handedOnBy(file, name) {
  const text = readFileSync(file, 'utf8');
  for (const [, list, from] of text.matchAll(handedOn)) {
    const source = sourceOf(file, from);
    const found = list === undefined ? { name } : valuesIn(list).find(({ as }) => as === name);
    if (found === undefined) continue;
    const at = handedOnBy(source, found.name) ?? { name: found.name, file: source };
    if (list !== undefined || declares(at)) return at;
  }
  return undefined;
}

function declares({ name, file }) {
  return new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, 'm').test(readFileSync(file, 'utf8'));
}

function sourceOf(file, from) {
  const path = join(dirname(file), from.replace(/\.js$/, '.ts'));
  return existsSync(path) ? path : `${path}x`;
}

function valuesIn(list) {
  const parts = list.split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [name, as = name] = part.split(' as ');
      return { name, as };
    });
}
