import type { CutPoolHandle } from '../../lp/cuts/cut-pool.js';
import type { Answer, Outcome, Task } from '../wire/messages.js';
import type { SentStudy } from '../wire/study.js';

export interface SeatStart {
  readonly sent: SentStudy;
}

/** What a seat is told, in the order in which it has to know it. */
export type SeatOrder =
  | {
      readonly type: 'session';
      readonly solver: string;
      readonly notes: boolean;
      readonly pools: readonly (CutPoolHandle | null)[];
    }
  | { readonly type: 'pools'; readonly pools: readonly (CutPoolHandle | null)[] }
  | { readonly type: 'basis'; readonly place: number; readonly whole: Float64Array }
  | { readonly type: 'task'; readonly task: Task }
  | { readonly type: 'leave' };

/** It says when it has made itself ready for a session, and answers every task, in their order. */
export type SeatMessage =
  | { readonly type: 'begun' }
  | { readonly type: 'answer'; readonly answer: Answer }
  | Extract<Outcome, { readonly type: 'failed' }>;
