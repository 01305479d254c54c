/** A claim as words and marks in their order, with the place where the name stands: what turns it is read from their order. */
import { foldedWord } from '../../domain/tokens.js';

export type Range = readonly [number, number];

export interface Marked {
  /** Lower case, no accents; a number is `#`, a year `#year`, a mark itself, the name `@`. */
  readonly words: readonly string[];
  /** Which of them the name is. */
  readonly name: number;
  /** How many partings lie between each and the name. */
  readonly parts: readonly number[];
}

/** What is said far away says nothing of the name. */
const farthest = 24;

const pieces = /\p{N}+|\p{L}[\p{L}\p{M}\p{N}]*(?:['’](?=\p{L})\p{L}+)?|\s[-‐]\s|[,;.:!?()[\]–—\n•|/&+"„“”»«%…→]/gu;

const turning =
  'but however although though while whereas aber jedoch sondern wahrend pero sino aunque mientras mas porem embora enquanto';
const partings = new Set([...',;.:!?()[]–—\n•|', ...turning.split(' ')]);

interface Piece {
  readonly said: string;
  readonly from: number;
  readonly to: number;
}

export function marked(text: string, [from, to]: Range): Marked {
  const all = [...text.matchAll(pieces)].map(pieceOf);
  const left = all.filter((piece) => piece.to <= from).slice(-farthest);
  const right = all.filter((piece) => piece.from >= to).slice(0, farthest);
  return {
    words: [...left.map(({ said }) => said), '@', ...right.map(({ said }) => said)],
    name: left.length,
    parts: [...partsOutwards([...left].reverse()).reverse(), 0, ...partsOutwards(right)],
  };
}

function partsOutwards(pieces: readonly Piece[]): number[] {
  let parts = 0;
  return pieces.map(({ said }) => (partings.has(said) ? ++parts : parts));
}

const pieceOf = ({ 0: raw, index }: RegExpMatchArray & { index: number }): Piece => ({
  said: saidOf(raw),
  from: index,
  to: index + raw.length,
});

function saidOf(raw: string): string {
  if (/^\p{N}/u.test(raw)) return raw.length === 4 ? '#year' : '#';
  if (/^\s/.test(raw)) return '–';
  return /^\p{L}/u.test(raw) ? foldedWord(raw) : raw;
}
