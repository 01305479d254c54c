import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

/** One file of the page, ready to be sent. */
export type SiteFile = ReturnType<typeof siteFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Where the console's package keeps its build. */
export function siteFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@quadrivium/console/package.json')), 'site');
}

/** The whole page in memory: it is small, and nothing on disk can be reached by a clever path. */
export function readSite(folder: string): ReadonlyMap<string, SiteFile> {
  if (!existsSync(join(folder, 'index.html'))) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [`/${relative(folder, path).split(sep).join('/')}`, siteFile(path)];
    }),
  );
}

function siteFile(path: string) {
  const body = readFileSync(path);
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    body,
    gzipped: gzipSync(body),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`,
    /** Its name carries a hash of its content, so it never changes. */
    immutable: /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+$/.test(path),
  };
}
