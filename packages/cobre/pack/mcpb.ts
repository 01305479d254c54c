/**
 * Writes the bundle that hosts such as Claude Desktop install with one click:
 * `node --conditions=quadrivium-source --import tsx packages/cobre/pack/mcpb.ts cobre.mcpb`, after `npm run build`. It holds
 * native code, so it is for the platform it is made on.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cobreServer } from '../src/server.js';
import { bundleFiles } from './bundle-files.js';
import { manifestOf, type PackageFacts } from './manifest.js';
import { zip } from './zip.js';

const home = join(import.meta.dirname, '..');

export function mcpb(bundle: string = join(home, 'bundle'), level?: number): Buffer {
  const facts = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as PackageFacts;
  const tools = (cobreServer().operations ?? []).filter(({ tool }) => tool !== false);
  const manifest = manifestOf(facts, tools, process.platform);
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  return zip([{ path: 'manifest.json', bytes: text }, ...bundleFiles(bundle, home)], level);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const target = resolve(process.argv[2] ?? 'cobre.mcpb');
  const bytes = mcpb();
  writeFileSync(target, bytes);
  console.log(`${target}: ${(bytes.length / 1e6).toFixed(1)} MB for ${process.platform}-${process.arch}`);
}
