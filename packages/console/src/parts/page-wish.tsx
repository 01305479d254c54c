import { useEffect, useState } from 'preact/hooks';
import { Json } from './json.js';
import { spelledOut } from './spelled.js';
import { type OpenWish, Wishes } from './wishes.js';

/** Questions of one page. What was agreed to or refused stays so until the page is shown anew. */
export function useWishes() {
  const [open, setOpen] = useState<readonly OpenWish[]>([]);
  const [wishes] = useState(() => new Wishes(setOpen));
  const [first] = open;
  return { wishes, shown: first === undefined ? null : <PageWish key={first.key} wish={first} /> };
}

/** A page chooses the moment at which it asks, and what somebody is about to click on then: nobody agrees by that click. */
const reactionMs = 700;

function PageWish({ wish: { words, about, yes, answer } }: { wish: OpenWish }) {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSeen(true), reactionMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="note warn" role="alert">
      <p>{spelledOut(words)}</p>
      {about !== undefined && <Json value={about} label="What it would send" />}
      <div class="buttons">
        <button type="button" class="button primary small" disabled={!isSeen} onClick={() => answer('yes')}>
          {yes}
        </button>
        <button type="button" class="button plain small" onClick={() => answer('no')}>
          No
        </button>
        <button type="button" class="button plain small" onClick={() => answer('never')}>
          No, and ask nothing more
        </button>
      </div>
    </div>
  );
}
