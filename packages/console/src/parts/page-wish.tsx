/** What a page of a tool may do only when the person in front of it says so. */
import { useCallback, useState } from 'preact/hooks';
import { Json } from './json.js';

export interface Wish {
  /** What is agreed to; asked once, however often the page wants it. */
  readonly key: string;
  readonly words: string;
  /** What it would send. */
  readonly about?: unknown;
  readonly yes: string;
}

interface OpenWish extends Wish {
  readonly answer: (agreed: boolean) => void;
}

/** A page may not bury somebody in questions. */
const mostOpen = 5;

/** Questions one after the other. What was agreed to or refused stays so until the page is shown anew. */
export function useWishes() {
  const [open, setOpen] = useState<readonly OpenWish[]>([]);
  const [known] = useState(() => new Map<string, Promise<void>>());
  const ask = useCallback(
    (wish: Wish): Promise<void> => {
      const answered = known.get(wish.key) ?? asked(wish, setOpen);
      known.set(wish.key, answered);
      return answered;
    },
    [known],
  );
  const [first] = open;
  return { ask, shown: first === undefined ? null : <PageWish key={first.key} wish={first} /> };
}

function asked(wish: Wish, setOpen: (change: (open: readonly OpenWish[]) => readonly OpenWish[]) => void) {
  return new Promise<void>((resolve, reject) => {
    const refuse = (why: string): void => reject(new Error(why));
    const answer = (agreed: boolean): void => {
      setOpen((open) => open.filter(({ key }) => key !== wish.key));
      if (agreed) resolve();
      else refuse('The person in front of it refused.');
    };
    setOpen((open) => {
      if (open.length < mostOpen) return [...open, { ...wish, answer }];
      refuse('The person in front of it is being asked too much.');
      return open;
    });
  });
}

function PageWish({ wish: { words, about, yes, answer } }: { wish: OpenWish }) {
  return (
    <div class="note warn" role="alert">
      <p>{words}</p>
      {about !== undefined && <Json value={about} label="What it would send" />}
      <div class="buttons">
        <button type="button" class="button primary small" onClick={() => answer(true)}>
          {yes}
        </button>
        <button type="button" class="button plain small" onClick={() => answer(false)}>
          No
        </button>
      </div>
    </div>
  );
}
