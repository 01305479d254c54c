/** The official decks, where they are present at all. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedCasesDir } from '../case/shared-cases.js';
import { smallDeck } from './small-deck.js';

export const officialDeck = join(sharedCasesDir, 'newave/pmo-2018-01');
export const newaveDir = join(sharedCasesDir, 'newave');
export const skipOfficial = !existsSync(officialDeck);

export const filesIn = (directory: string): Map<string, Uint8Array> =>
  new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))]));

export async function writeDeck(directory: string, deck = smallDeck()): Promise<string> {
  await mkdir(directory, { recursive: true });
  for (const [name, bytes] of deck) await writeFile(join(directory, name), bytes);
  return directory;
}
