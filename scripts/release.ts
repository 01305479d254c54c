/**
 * `npm run release [folder]`: everything a release consists of, ready to be looked at, and nothing published: a tarball of each
 * package, a bundle of each server for this platform, their checksums, and a statement of what they were made from.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mcpb } from './pack/mcpb.js';
import { packedServers } from './pack/packed-servers.js';
import { describeFiles } from './pack/provenance.js';
import { packTarballs } from './pack/tarballs.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'release'));

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
packTarballs(target);
for (const server of packedServers) {
  writeFileSync(join(target, `${server.name}-${process.platform}-${process.arch}.mcpb`), mcpb(server));
  process.stdout.write(`bundled ${server.name}\n`);
}
const names = describeFiles(target);
process.stdout.write(`${names.length} files, SHA256SUMS and provenance.json in ${target}. Nothing was published.\n`);
process.exit(0);
