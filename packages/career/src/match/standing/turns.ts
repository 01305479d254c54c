/**
 * What takes a name back, or takes that back again, as signs that can be weighed: classes of words (`cue-classes.ts`) by where
 * they stand, two of them at once, and the order in which they come. "Deferred" and "completed" weigh differently together than
 * each for itself, which a sum over single words cannot tell.
 */
import { classesOf } from './cue-classes.js';
import { type Marked, marked, type Range } from './marked.js';

interface Cue {
  readonly side: '<' | '>';
  readonly class: number;
  readonly at: number;
}

const nearest = 3;
const farthestPart = 2;
const mostCues = 8;
const mostCounted = 4;
const around = 6;
const beyond = 12;

export function turnsAt(text: string, at: Range): string[] {
  const claim = marked(text, at);
  const cues = cuesIn(claim);
  return [
    ...cues.flatMap((cue) => alone(cue, claim)),
    ...together(cues.slice(0, mostCues)),
    `cues ${Math.min(mostCounted, cues.length)}`,
    ...inOrder(claim),
  ];
}

const cuesIn = ({ words, name }: Marked): Cue[] =>
  words.flatMap((word, at) => classesOf(word).map((one): Cue => ({ side: at < name ? '<' : '>', class: one, at })));

function alone({ side, class: one, at }: Cue, { name, parts }: Marked): string[] {
  const far = Math.abs(at - name);
  const part = Math.min(parts[at] ?? 0, farthestPart);
  return [
    `cue ${one}`,
    `cue${side} ${one}`,
    `cue${side}${part} ${one}`,
    ...(far <= nearest ? [`cue${side}n${far} ${one}`] : []),
  ];
}

function together(cues: readonly Cue[]): string[] {
  return cues.flatMap((one, n) =>
    cues.slice(n + 1).flatMap((other) => {
      if (one.at === other.at) return [];
      const both = `${one.side}${one.class} ${other.side}${other.class}`;
      return other.at - one.at === 1 ? [`both ${both}`, `next ${both}`] : [`both ${both}`];
    }),
  );
}

/** Words of no class are all the same here: only where they stand is told. */
function inOrder({ words, name, parts }: Marked): string[] {
  const told = words.map((word) => (/^\p{L}/u.test(word) ? String(classesOf(word)[0] ?? 'w') : word));
  const [start, end] = [ownStart(parts, name), endOfPart(parts, name + 1, 0)];
  const next = endOfPart(parts, end + 1, 1);
  const classes = (from: number, to: number) =>
    told
      .slice(from, to)
      .filter((one) => one !== 'w')
      .join(' ');
  const threes = told
    .slice(2)
    .flatMap((_, at) => (Math.abs(at - name) < around ? [`three ${told.slice(at, at + 3).join(' ')}`] : []));
  return [
    ...threes,
    `behind ${told.slice(name, name + 4).join(' ')}`,
    `before ${told.slice(Math.max(0, name - 3), name + 1).join(' ')}`,
    `own> ${classes(name, end + 1)}`,
    `own< ${classes(Math.max(0, start - 1), name + 1)}`,
    `own ${classes(Math.max(0, start - 1), end + 1)}`,
    `all> ${classes(name, name + beyond)}`,
    `next ${classes(end, next)}`,
    ...told.slice(end, next).map((one) => `in next ${one}`),
    ...told.slice(name, end).map((one) => `in own ${one}`),
  ];
}

function ownStart(parts: readonly number[], name: number): number {
  let start = name;
  while (start > 0 && parts[start - 1] === 0) start--;
  return start;
}

function endOfPart(parts: readonly number[], from: number, part: number): number {
  let end = from;
  while (end < parts.length && (parts[end] ?? 0) <= part) end++;
  return end;
}
