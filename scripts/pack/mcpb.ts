/** The bundle that hosts such as Claude Desktop install with one click; it holds native code, so it is for one platform. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { servers } from '../servers.js';
import { bundleFiles } from './bundle-files.js';
import { manifestOf, type PackageFacts } from './manifest.js';
import type { PackedServer } from './packed-server.js';

const root = join(import.meta.dirname, '../..');
/** The first day the format knows, so that the same files give the same bytes. */
const mtime = '1980-01-01T00:00:00';
/** File modes are those of Unix. */
const os = 3;

export function mcpb(server: PackedServer, level: 0 | 1 | 9 = 9, bundle = join(homeOf(server), 'bundle')): Uint8Array {
  const home = homeOf(server);
  const facts = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as PackageFacts;
  const manifest = `${JSON.stringify(manifestOf(server, facts, toolsOf(server)), null, 2)}\n`;
  const files = [{ path: 'manifest.json', bytes: Buffer.from(manifest) }, ...bundleFiles(server, bundle, home)];
  return zipSync(Object.fromEntries(files.map((file) => [file.path, zipped(file)])), { level, mtime, os });
}

function zipped({ bytes, executable = false }: { bytes: Uint8Array; executable?: boolean }): Zippable[string] {
  return [bytes, { attrs: (executable ? 0o100755 : 0o100644) << 16 }];
}

function homeOf({ name }: PackedServer): string {
  return join(root, 'packages', name);
}

function toolsOf({ program }: PackedServer) {
  const { definition } = servers.find(({ binary }) => binary === program) ?? {};
  return (definition?.operations ?? []).filter(({ tool }) => tool !== false);
}
