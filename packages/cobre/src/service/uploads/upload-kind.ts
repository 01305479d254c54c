/** What somebody sent: the files of one case, or of one deck, wherever in their folders these lie. */
import { Fault } from '@quadrivium/kernel/fault';
import { isCaseFile } from '../cases/case-directory.js';
import type { UploadedFile } from './unzip.js';

export const uploadKinds = ['case', 'deck'] as const;

export interface Upload {
  readonly kind: (typeof uploadKinds)[number];
  /** By their places in the case or the deck. */
  readonly files: readonly UploadedFile[];
  /** What belongs to neither, by the names it came with. */
  readonly leftOut: readonly string[];
}

const marks: Readonly<Record<Upload['kind'], readonly string[]>> = {
  case: ['config.json', 'stages.json'],
  deck: ['dger.dat', 'confhd.dat'],
};

export function uploadOf(sent: readonly UploadedFile[]): Upload {
  for (const { path } of sent) requirePlain(path);
  requireApart(sent.map(({ path }) => path));
  for (const kind of uploadKinds) {
    const folders = foldersWith(sent, kind);
    if (folders.length > 1) throw severalOf(kind, folders);
    if (folders.length === 1) return taken(kind, folders[0]!, sent);
  }
  throw new Fault('InvalidArguments', 'These files are neither a case nor a NEWAVE deck', {
    context: { files: sent.slice(0, 20).map(({ path }) => path) },
    suggestion: 'A case has config.json, stages.json and system/; a deck has DGER.DAT, CONFHD.DAT and HIDR.DAT.',
  });
}

function taken(kind: Upload['kind'], folder: string, sent: readonly UploadedFile[]): Upload {
  const below = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : undefined);
  const belongs = (path: string | undefined): path is string =>
    path !== undefined && (kind === 'case' ? isCaseFile(path) : isOfDeck(path));
  return {
    kind,
    files: sent.flatMap(({ path, content }) => {
      const place = below(path);
      return belongs(place) ? [{ path: place, content }] : [];
    }),
    leftOut: sent.filter(({ path }) => !belongs(below(path))).map(({ path }) => path),
  };
}

/** Decks are flat. */
const isOfDeck = (path: string): boolean => !path.includes('/') && !path.startsWith('.');

/** Folders, with their slash, that hold all that marks the kind. Decks may be in capitals; cases are read by their very names. */
function foldersWith(sent: readonly UploadedFile[], kind: Upload['kind']): string[] {
  const names = marks[kind];
  const isNamed = (name: string): boolean => names.includes(kind === 'deck' ? name.toLowerCase() : name);
  const found = new Map<string, number>();
  for (const { path } of sent) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (isNamed(path.slice(folder.length))) found.set(folder, (found.get(folder) ?? 0) + 1);
  }
  return [...found].filter(([, count]) => count === names.length).map(([folder]) => folder);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses.
const odd = /[\u0000-\u001f\u007f-\u009f\\:*?"<>|]/;

/** Below the folder it is sent into, whatever system it is unpacked on. */
function requirePlain(path: string): void {
  const names = path.split('/');
  const plain = names.every((name) => name !== '' && name !== '.' && name !== '..') && !odd.test(path);
  if (plain && path.length <= 500) return;
  throw new Fault('InvalidArguments', `'${path.slice(0, 200)}' is no name of a file below a folder`, {
    context: { field: 'files', value: path.slice(0, 200) },
    suggestion: 'Send files by their places below the folder of the case, such as system/hydros.json.',
  });
}

/** Two files of one name would be one on some systems, and on others nobody knows which is meant. */
function requireApart(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    const name = path.normalize('NFC').toLowerCase();
    if (seen.has(name))
      throw new Fault('InvalidArguments', `'${path}' is there twice`, {
        context: { field: 'files', value: path },
        suggestion: 'Send each file once; names that differ in capitals only count as one.',
      });
    seen.add(name);
  }
}

function severalOf(kind: string, folders: readonly string[]): Fault<'InvalidArguments'> {
  const names = folders.map((folder) => folder || './');
  return new Fault(
    'InvalidArguments',
    `There are ${folders.length} folders with a ${kind}: ${names.slice(0, 10).join(', ')}`,
    {
      context: { folders: names.slice(0, 20) },
      suggestion: 'Send one at a time.',
    },
  );
}
