/** Reads the files of a deck through the allowed directories: only regular ones, and none before its size is known. */
import { dirname, join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { Deck } from '../../newave/deck/deck.js';
import { indexName, indexOf, isOfDeck } from '../../newave/deck/files.js';
import { type OtherFile, readDeck } from '../../newave/deck/read-deck.js';
import type { Files } from '../files/files.js';

const megabyte = 1024 * 1024;
/** The largest file of an official deck has 1.4 MB. */
const largestFile = 64 * megabyte;
const mostFiles = 2000;

export async function openDeck(files: Files, directory: string): Promise<Deck> {
  try {
    return await deckIn(files, directory);
  } catch (fault) {
    throw ofDeck(fault, directory);
  }
}

async function deckIn(files: Files, directory: string): Promise<Deck> {
  const folder = await namesIn(files, directory);
  const read = async (name: string) => {
    const found = folder.find((known) => known.toLowerCase() === name.toLowerCase());
    return found === undefined ? undefined : { name: found, bytes: await bytesOf(files, directory, found) };
  };
  await requireDeck(files, directory, folder);
  const index = indexOf((await read(indexName(await read('CASO.DAT')))) ?? (await read('ARQUIVOS.DAT')));
  const bytes = new Map<string, Uint8Array>();
  const others: OtherFile[] = [];
  for (const name of folder) {
    if (isOfDeck(name, index)) bytes.set(name, await bytesOf(files, directory, name));
    else others.push({ name, bytes: (await files.stat(join(directory, name))).size });
  }
  return readDeck(bytes, others);
}

/** Whatever is wrong with a deck says which one, for people who have two and for scripts that ask what failed. */
function ofDeck(fault: unknown, deck: string): unknown {
  if (!(fault instanceof Fault)) return fault;
  const { kind, message, context, suggestion } = fault;
  return new Fault(kind, message, { context: { ...context, deck }, ...(suggestion ? { suggestion } : {}) });
}

async function namesIn(files: Files, directory: string): Promise<string[]> {
  await files.resolveNew(directory);
  const found = await files.stat(directory).catch(() => null);
  if (found === null) throw noDeck(`Deck directory '${directory}' does not exist`, directory, wanted);
  if (!found.isDirectory()) {
    const way = isArchive(directory) ? `Unpack it. ${wanted}` : `${wanted} Perhaps that is '${dirname(directory)}'.`;
    throw noDeck(`'${directory}' is a file, and a deck is a directory`, directory, way);
  }
  const entries = (await files.entries(directory)).filter((entry) => !entry.isDirectory());
  if (entries.length > mostFiles) throw tooMuch(directory, `${entries.length} files`, `${mostFiles}`);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const wanted = 'Give the directory with DGER.DAT, CONFHD.DAT, HIDR.DAT and the other files of a NEWAVE deck, unpacked.';
const isArchive = (name: string) => /\.(zip|7z|rar|tar|t?gz)$/i.test(name);

/** A folder without any file of a deck is another one: an archive or a folder within may be what was meant. */
async function requireDeck(files: Files, directory: string, names: readonly string[]): Promise<void> {
  const usual = indexOf(undefined);
  if (names.some((name) => isOfDeck(name, usual))) return;
  const archive = names.find(isArchive);
  const inside = await folderWithDeck(files, directory);
  const way = inside ? `Perhaps '${join(directory, inside)}' is meant.` : archive ? `Unpack '${archive}'.` : wanted;
  throw noDeck(`'${directory}' has no file of a NEWAVE deck`, directory, way);
}

async function folderWithDeck(files: Files, directory: string): Promise<string | undefined> {
  const folders = (await files.entries(directory)).filter((entry) => entry.isDirectory()).slice(0, 100);
  for (const { name } of folders) {
    const inside = await files.entries(join(directory, name)).catch(() => []);
    if (inside.some((entry) => /^(dger|confhd|hidr)\.dat$/i.test(entry.name))) return name;
  }
  return undefined;
}

const noDeck = (message: string, path: string, suggestion: string) =>
  new Fault('MissingFile', message, { context: { file: path, path }, suggestion });

async function bytesOf(files: Files, directory: string, name: string): Promise<Uint8Array> {
  const path = join(directory, name);
  const { size } = await files.stat(path);
  if (size > largestFile) throw tooMuch(name, `${size} bytes`, `${largestFile} bytes`);
  return files.readFile(path);
}

function tooMuch(what: string, found: string, most: string): Fault<'LimitExceeded'> {
  return new Fault('LimitExceeded', `'${what}' has ${found}, and at most ${most} are read`, {
    context: { file: what, limit: most },
    suggestion: 'Look whether this is a deck of NEWAVE and not something else.',
  });
}
