import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, own } from '@quadrivium/kernel/essentials';
import { plainLine } from '@quadrivium/kernel/shell';
import type { HostPart } from '../host/tool-host.js';
import type { CliWorld } from './cli-world.js';

/** What of a part can be read; nothing for an image. */
export function textsOf(part: HostPart): string[] {
  if (part.type === 'text') return [part.text];
  return part.type === 'resource' && part.text !== undefined ? [part.text] : [];
}

/** Saves what cannot be read into a folder, or says how to have it saved. */
export function showBinaries(parts: readonly HostPart[], world: CliWorld, folder: string | undefined): void {
  for (const [index, part] of parts.entries()) noteBinary(part, index, world, folder);
}

function noteBinary(part: HostPart, index: number, world: CliWorld, folder: string | undefined): void {
  const data =
    part.type === 'image' || part.type === 'audio' ? part.data : part.type === 'resource' ? part.blob : undefined;
  if (data === undefined || part.type === 'text') return;
  const bytes = Buffer.from(data, 'base64');
  const what = `${part.type} (${plainLine(part.mimeType ?? 'unknown type')}, ${bytes.length} bytes)`;
  if (folder === undefined) {
    world.err(`${what} is not shown; use --output <folder> or --json.\n`);
    return;
  }
  const file = join(folder, `${index + 1}-${part.type}.${extensionOf(part.mimeType)}`);
  makeFolder(folder);
  writeFileSync(file, bytes);
  world.err(`${what} saved as ${file}\n`);
}

function extensionOf(mimeType = ''): string {
  const subtype = /^[a-z]+\/([a-z0-9]+)/i.exec(mimeType)?.[1] ?? 'bin';
  return own({ jpeg: 'jpg', mpeg: 'mp3', plain: 'txt', octet: 'bin' }, subtype) ?? subtype;
}
