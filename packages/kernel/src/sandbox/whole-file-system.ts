import { existsSync } from 'node:fs';

/** For a person at a terminal: what they may read and write is what the system lets them. */
export function wholeFileSystem(): string[] {
  if (process.platform !== 'win32') return ['/'];
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}:\\`).filter(existsSync);
}
