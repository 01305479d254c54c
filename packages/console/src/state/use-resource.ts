import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { LiveEvent } from '../wire/live.js';
import { type Trouble, troubleOf } from '../wire/trouble.js';
import { hear } from './live.js';

export interface Resource<T> {
  /** What was known last; stays while it is asked for again. */
  readonly data: T | undefined;
  readonly trouble: Trouble | undefined;
  readonly loading: boolean;
  reload(): void;
}

export interface ResourceOptions {
  /** Asked again when one of these events comes; never when left out. */
  readonly on?: (event: LiveEvent) => boolean;
  /** For what changes by time alone. */
  readonly everyMs?: number;
  /** Many events may come at once; one question, this much later, answers them all. */
  readonly gatherMs?: number;
}

/**
 * Something the server knows. `key` says which thing: a new key forgets the old thing at once, an event or `reload` asks
 * again while the old answer is still shown.
 */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { on, everyMs, gatherMs = 120 }: ResourceOptions = {},
): Resource<T> {
  const [state, setState] = useState<{ key: string; data?: T; trouble?: Trouble; loading: boolean }>({
    key,
    loading: true,
  });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  const latest = useRef({ load, on });
  latest.current = { load, on };
  useEffect(() => {
    const stop = new AbortController();
    setState((old) => ({ ...(old.key === key ? old : { key }), loading: true }));
    latest.current.load(stop.signal).then(
      (data) => stop.signal.aborted || setState({ key, data, loading: false }),
      (error: unknown) =>
        stop.signal.aborted || setState((old) => ({ ...old, key, trouble: troubleOf(error), loading: false })),
    );
    return () => stop.abort();
    // `round` changes to ask again; the functions are read when they are used.
  }, [key, round]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = hear((event) => {
      if (event !== undefined && latest.current.on?.(event) !== true) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, gatherMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [reload, gatherMs]);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);
  const known = state.key === key;
  return {
    data: known ? state.data : undefined,
    trouble: known ? state.trouble : undefined,
    loading: known ? state.loading : true,
    reload,
  };
}
