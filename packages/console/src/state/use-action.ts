import { useState } from 'preact/hooks';
import { type Trouble, troubleOf } from '../wire/trouble.js';

export interface Action {
  readonly busy: boolean;
  readonly trouble: Trouble | undefined;
  /** What was done, in words. */
  readonly done: string | undefined;
  /** Does the work; words that it gives back are shown. A refusal is shown too, and never thrown. */
  run(work: () => Promise<unknown>): Promise<void>;
}

export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, 'run'>>({ busy: false, trouble: undefined, done: undefined });
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setState({ busy: true, trouble: undefined, done: undefined });
    try {
      const done = await work();
      setState({ busy: false, trouble: undefined, done: typeof done === 'string' ? done : undefined });
    } catch (error) {
      setState({ busy: false, trouble: troubleOf(error), done: undefined });
    }
  };
  return { ...state, run };
}
