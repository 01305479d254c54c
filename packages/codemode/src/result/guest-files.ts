import type { GuestFile, GuestPart } from '../execution/executor.js';
import type { ExecutionSetup } from '../execution-setup.js';
import type { HostPart } from '../tools/host-tool.js';

type Saving = Pick<ExecutionSetup, 'saveFile'>;

/** The parts of a program's result, its files saved: a model is told where they are and not what is in them. */
export function hostParts(parts: readonly GuestPart[], setup: Saving): Promise<HostPart[]> {
  return Promise.all(parts.map((part) => (part.type === 'file' ? savedFile(part, setup) : part)));
}

async function savedFile(file: GuestFile, { saveFile }: Saving): Promise<HostPart> {
  const { mimeType, text, data } = file;
  const name = fileName(file.name);
  if (saveFile === undefined) {
    const body = text === undefined ? { blob: data ?? '' } : { text };
    return { type: 'resource', uri: `file:///${name}`, mimeType, ...body };
  }
  const bytes = text === undefined ? Buffer.from(data ?? '', 'base64') : Buffer.from(text);
  const path = await saveFile(bytes, name);
  return { type: 'text', text: `[file ${name} (${mimeType}, ${bytes.length} bytes) saved as ${path}]` };
}

/** A name without a folder, because a program chooses a name and never a place. */
function fileName(wish: string): string {
  const last = wish.split(/[/\\]/).at(-1) ?? '';
  return (
    last
      .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
      .replace(/^[. ]+/, '')
      .slice(0, 100) || 'file'
  );
}
