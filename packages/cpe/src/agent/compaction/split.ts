import { callsOf, type Message } from '../dialog.js';
import { tokensIn } from './room.js';

export interface Split {
  /** What is summarised. */
  readonly old: readonly Message[];
  /** What stays word by word. */
  readonly kept: readonly Message[];
}

/**
 * Divides a dialog: the end of it stays as it is, as far as it fits, and so does the latest question of the user. A call and
 * its results are never divided, since every provider refuses one without the other.
 */
export function splitDialog(dialog: readonly Message[], tailTokens: number): Split {
  const rounds = roundsOf(dialog);
  const tail: Message[][] = [];
  for (let used = 0; rounds.length > 0; ) {
    const round = rounds.at(-1) as Message[];
    used += tokensIn(round);
    if (tail.length > 0 && used > tailTokens) break;
    tail.unshift(round);
    rounds.pop();
  }
  const old = rounds.flat();
  const kept = tail.flat();
  const question = old.findLast((message) => isQuestion(message));
  if (question === undefined || kept.some(isQuestion)) return { old, kept };
  return { old: old.filter((message) => message !== question), kept: [question, ...kept] };
}

function isQuestion(message: Message): boolean {
  return message.role === 'user' && message.summary !== true;
}

function roundsOf(dialog: readonly Message[]): Message[][] {
  const rounds: Message[][] = [];
  for (const message of dialog) {
    const before = rounds.at(-1)?.at(-1);
    const belongs = message.role === 'tool' && before?.role === 'assistant' && callsOf(before).length > 0;
    if (belongs) rounds.at(-1)?.push(message);
    else rounds.push([message]);
  }
  return rounds;
}
