/** A comparison of decks as a page of Markdown: for a message, a review or an agent's answer. */
import { readableNumber } from '../show/readable-number.js';
import type { Change, diffDecks } from './diff-decks.js';

type Difference = ReturnType<typeof diffDecks>;

interface Warnings {
  readonly old: readonly { readonly message: string }[];
  readonly new: readonly { readonly message: string }[];
}

export function diffPage(found: Difference, warnings: Warnings = { old: [], new: [] }): string {
  const { equal, horizon, derived, changes, not_shown } = found;
  if (equal)
    return ['# What changed in the deck', '', 'The decks say the same.', '', ...warningLines(warnings)].join('\n');
  const left = not_shown > 0 ? [`Not shown: ${not_shown} more.`, ''] : [];
  return [
    '# What changed in the deck',
    '',
    ...horizonLines(horizon),
    ...derivedSection(derived),
    ...conceptSections(changes),
    ...left,
    ...warningLines(warnings),
  ].join('\n');
}

function warningLines({ old, new: current }: Warnings): string[] {
  const said = [...old.map(({ message }) => ['Older', message]), ...current.map(({ message }) => ['Newer', message])];
  if (said.length === 0) return [];
  return [
    '## What is odd about the decks',
    '',
    ...said.map(([which, message]) => `- ${which} deck: ${text(message!)}`),
    '',
  ];
}

function horizonLines({ old, new: current, common }: Difference['horizon']): string[] {
  const moved = old.join() !== current.join();
  if (!moved) return [`Study: ${old[0]} to ${old[1]}.`, ''];
  const compared = common ? `compared over ${common[0]} to ${common[1]}` : 'no month in common';
  return [`Horizon moved: ${old[0]} to ${old[1]} → ${current[0]} to ${current[1]}; ${compared}.`, ''];
}

function derivedSection(rows: Difference['derived']): string[] {
  if (rows.length === 0) return [];
  const body = rows.map(({ entity, quantity, old, new: current }) => {
    // Of a percentage the points say it; a percentage of it would mislead.
    const by = quantity.endsWith('percent') ? points(old, current) : difference(old, current);
    return [entity, quantity.replaceAll('_', ' '), shown(old), shown(current), by];
  });
  return ['## What explains prices', '', ...table(['', 'quantity', 'old', 'new', 'difference'], body), ''];
}

function conceptSections(changes: readonly Change[]): string[] {
  const concepts = [...new Set(changes.map(({ concept }) => concept))];
  return concepts.flatMap((concept) => {
    const rows = changes.filter((change) => change.concept === concept).map(changeRow);
    return [`## ${text(concept)}`, '', ...table(['', 'when', 'old', 'new', 'difference', 'where'], rows), ''];
  });
}

function changeRow({ entity, from, to, block, old, new: current, old_at, new_at }: Change): string[] {
  const months = from === null ? 'always' : from === to ? from : `${from} … ${to}`;
  const when = block === null ? months : `${months}, block ${block}`;
  const where = old_at === new_at ? (old_at ?? '') : [old_at, new_at].map((place) => place ?? '–').join(' → ');
  return [entity, when, shown(old), shown(current), difference(old, current), where];
}

function difference(old: number | string | null, current: number | string | null): string {
  if (typeof old !== 'number' || typeof current !== 'number') return '';
  const by = current - old;
  const percent = old === 0 ? '' : ` (${signed((100 * by) / Math.abs(old), (share) => fixed(share, 1))} %)`;
  return `${signed(by, readable)}${percent}`;
}

const points = (old: number | null, current: number | null): string =>
  old === null || current === null ? '' : signed(current - old, (by) => fixed(by, 2));

const signed = (value: number, words: (value: number) => string): string => `${value > 0 ? '+' : ''}${words(value)}`;

const fixed = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

const readable = (value: number): string => readableNumber(value, 100);

const shown = (value: number | string | null): string =>
  value === null ? '–' : typeof value === 'number' ? readable(value) : value;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(text).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)];
}

/** Names come from files of others, which must not end a cell or become markup. */
const text = (value: string): string =>
  value.replaceAll(/[\p{Cc}\s]+/gu, ' ').replaceAll(/[\\|`*_<>[\]]/g, (letter) => `\\${letter}`);
