import type { EntryField } from '../format/entry.js';

/** Everything a verifier can find wrong, with what is needed to look at the place. */
export type Finding = { readonly chain: string; readonly line?: number } & ProblemDetail;

export type ProblemDetail =
  | { readonly kind: 'malformed'; readonly seq?: number; readonly field?: string; readonly reason: string }
  | {
      readonly kind: 'content-changed';
      readonly seq: number;
      readonly field?: EntryField;
      readonly was?: string;
      readonly is?: string;
    }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number }
  | { readonly kind: 'reordered'; readonly seq: number; readonly after: number }
  | { readonly kind: 'inserted'; readonly seq: number; readonly hash: string }
  | { readonly kind: 'wrong-previous'; readonly seq: number; readonly expected: string; readonly found: string }
  | {
      readonly kind: 'stream-broken';
      readonly seq: number;
      readonly stream: string;
      readonly expectedIndex: number;
      readonly foundIndex: number;
    }
  | { readonly kind: 'cut-tail'; readonly last: number; readonly expected: number; readonly source: string }
  | {
      readonly kind: 'head-mismatch';
      readonly seq: number;
      readonly expected: string;
      readonly found: string;
      readonly source: string;
    }
  | { readonly kind: 'bad-signature'; readonly seq: number; readonly publicKey: string }
  | { readonly kind: 'bad-cut'; readonly seq: number; readonly reason: string }
  | { readonly kind: 'foreign-key'; readonly seq: number; readonly publicKey: string }
  | { readonly kind: 'bad-decision'; readonly seq: number; readonly by: string; readonly reason: string }
  | { readonly kind: 'unsigned-decision'; readonly seq: number; readonly by: string }
  | { readonly kind: 'foreign-passkey'; readonly seq: number; readonly by: string; readonly passkeyId: string }
  | { readonly kind: 'misplaced'; readonly reason: string }
  | { readonly kind: 'database-damaged'; readonly reason: string };

/** One sentence for a person. */
export function describeProblem(problem: Finding): string {
  const place = problem.line === undefined ? '' : `line ${problem.line}: `;
  const chain = problem.chain === '' ? '' : `chain ${problem.chain}: `;
  return `${chain}${place}${sentence(problem)}`;
}

function sentence(problem: ProblemDetail): string {
  switch (problem.kind) {
    case 'malformed':
      return `${entryName(problem.seq)} is damaged${problem.field ? ` in field ${problem.field}` : ''}: ${problem.reason}.`;
    case 'content-changed':
      return `Entry ${problem.seq} was changed: ${changedField(problem)}.`;
    case 'gap':
      return `${entries(problem.from, problem.to)} removed: there is a gap before entry ${problem.to + 1}.`;
    case 'reordered':
      return `Entry ${problem.seq} is out of order: it comes after entry ${problem.after}.`;
    case 'inserted':
      return `An entry numbered ${problem.seq} was inserted; no other entry follows from it (hash ${problem.hash}).`;
    case 'wrong-previous':
      return (
        `Entry ${problem.seq} does not follow from entry ${problem.seq - 1}: its previous hash is ` +
        `${problem.found}, but that entry's hash is ${problem.expected}.`
      );
    case 'stream-broken':
      return (
        `Stream ${problem.stream} is broken at entry ${problem.seq}: expected index ${problem.expectedIndex} ` +
        `linked to the entry before it, found index ${problem.foundIndex}.`
      );
    case 'cut-tail':
      return (
        `The tail was cut: the last entry is ${problem.last}, but ${problem.source} names entry ${problem.expected}; ` +
        `${entries(problem.last + 1, problem.expected)} missing.`
      );
    case 'head-mismatch':
      return (
        `History was rewritten: entry ${problem.seq} has hash ${problem.found}, but ${problem.source} names ` +
        `${problem.expected}.`
      );
    case 'bad-signature':
      return `The checkpoint of entry ${problem.seq} has a bad signature for key ${problem.publicKey}.`;
    case 'bad-cut':
      return `The cut up to entry ${problem.seq} does not count: ${problem.reason}.`;
    case 'foreign-key':
      return `The checkpoint of entry ${problem.seq} is signed by ${problem.publicKey}, which is not the expected key.`;
    case 'bad-decision':
      return `What entry ${problem.seq} says in the name of ${problem.by} is not theirs: ${problem.reason}.`;
    case 'unsigned-decision':
      return `The approval of ${problem.by} in entry ${problem.seq} needed a passkey and is not signed.`;
    case 'foreign-passkey':
      return `The decision in entry ${problem.seq} is signed by passkey ${problem.passkeyId}, which is not known to be ${problem.by}'s.`;
    case 'misplaced':
    case 'database-damaged':
      return problem.reason;
  }
}

function changedField(problem: Extract<ProblemDetail, { kind: 'content-changed' }>): string {
  if (problem.field === undefined) return 'its content does not give its hash (one of actor, at, body, stream, type)';
  if (problem.was === undefined) return `field ${problem.field} does not give the recorded hash`;
  return `field ${problem.field} was ${problem.was} and is ${problem.is ?? 'something else'}`;
}

function entries(from: number, to: number): string {
  return from === to ? `entry ${from} was` : `entries ${from} to ${to} were`;
}

function entryName(seq: number | undefined): string {
  return seq === undefined ? 'A line' : `Entry ${seq}`;
}

/** What does not break the chain, but which whoever relies on the verdict should know. */
export type Warning =
  | { readonly kind: 'no-anchor'; readonly chain: string }
  | { readonly kind: 'unanchored-tail'; readonly chain: string; readonly from: number; readonly to: number }
  | { readonly kind: 'unpinned-key'; readonly chain: string; readonly publicKey: string }
  | { readonly kind: 'unpinned-passkey'; readonly chain: string; readonly by: string; readonly passkeyId: string }
  | { readonly kind: 'time-went-back'; readonly chain: string; readonly seq: number }
  | { readonly kind: 'unprotected'; readonly chain: string; readonly missing: readonly string[] };

export function describeWarning(warning: Warning): string {
  switch (warning.kind) {
    case 'no-anchor':
      return `Chain ${warning.chain} has no checkpoint and no expected head: a cut tail would not show.`;
    case 'unanchored-tail':
      return `Chain ${warning.chain}: nothing vouches yet for ${entries(warning.from, warning.to).replace(/ \w+$/, '')}.`;
    case 'unpinned-key':
      return `Chain ${warning.chain}: checkpoints and cuts are signed by ${warning.publicKey}; pass that key to check whose it is.`;
    case 'unpinned-passkey':
      return `Chain ${warning.chain}: decisions of ${warning.by} are signed by passkey ${warning.passkeyId}; ask ${warning.by} whether it is theirs, and name it.`;
    case 'time-went-back':
      return `Chain ${warning.chain}: entry ${warning.seq} carries an earlier time than the entry before it.`;
    case 'unprotected':
      return `The database no longer refuses changes: ${warning.missing.join(', ')} missing or altered.`;
  }
}
