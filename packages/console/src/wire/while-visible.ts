/** How long a hidden page still listens: switching back and forth should cost nothing. */
const patienceMs = 15_000;

/**
 * Works only while somebody can see the page. A browser gives one server six connections in all, however many pages are
 * open; a page in the background must not keep one from the page in front.
 */
export function whileVisible(work: (signal: AbortSignal) => Promise<void>): () => void {
  let current: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = (): void => {
    current?.abort();
    current = undefined;
  };
  const update = (): void => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(rest, patienceMs);
    else if (current === undefined) {
      current = new AbortController();
      void work(current.signal);
    }
  };
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    clearTimeout(timer);
    rest();
  };
}
