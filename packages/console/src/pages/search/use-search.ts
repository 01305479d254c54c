import { useEffect, useState } from 'preact/hooks';
import type { Found, Source } from './found.js';
import { sources } from './sources.js';

export interface Searched {
  readonly found: readonly Found[];
  readonly searching: boolean;
  /** Who did not answer. */
  readonly silent: readonly string[];
}

const nothing: Searched = { found: [], searching: false, silent: [] };

/** People write faster than servers should be asked. */
const pauseMs = 150;
/** One letter is in everything. */
const shortest = 2;

/** What all sources find for the words, in their order, as it comes; an older question is given up for a newer one. */
export function useSearch(words: string, own: (words: string) => readonly Found[]): Searched {
  const [state, setState] = useState<{ words: string; searched: Searched }>({ words: '', searched: nothing });
  const asked = words.trim();
  useEffect(() => {
    if (asked.length < shortest) return;
    const stop = new AbortController();
    const timer = setTimeout(
      () => void askAll(asked, stop.signal, (searched) => setState({ words: asked, searched })),
      pauseMs,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked]);
  if (asked.length < shortest) return { ...nothing, found: own(asked) };
  // What the last words found stays until these have found something, so that the list does not flicker.
  const { searched } = state;
  return {
    ...searched,
    found: [...own(asked), ...searched.found],
    searching: state.words !== asked || searched.searching,
  };
}

async function askAll(words: string, signal: AbortSignal, tell: (searched: Searched) => void): Promise<void> {
  const answers = new Map<Source, readonly Found[] | undefined>();
  await Promise.all(
    sources.map(async (source) => {
      const found = await source.find(words, signal).catch(() => undefined);
      answers.set(source, found);
      if (!signal.aborted) tell(searchedOf(answers));
    }),
  );
}

function searchedOf(answers: ReadonlyMap<Source, readonly Found[] | undefined>): Searched {
  const known = sources.filter((source) => answers.has(source));
  return {
    found: known.flatMap((source) => answers.get(source) ?? []),
    searching: known.length < sources.length,
    silent: known.filter((source) => answers.get(source) === undefined).map(({ name }) => name),
  };
}
