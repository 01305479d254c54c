export type Span = readonly [number, number];

/** A text with some of its characters marked; marks that overlap become one. */
export function Marked({ text, spans }: { text: string; spans: readonly Span[] }) {
  return (
    <>
      {pieces(text, united(spans, text.length)).map(({ at, words, marked }) =>
        marked ? <mark key={at}>{words}</mark> : words,
      )}
    </>
  );
}

function united(spans: readonly Span[], length: number): Span[] {
  const sorted = spans
    .map(([from, to]): Span => [Math.max(0, from), Math.min(length, to)])
    .filter(([from, to]) => from < to)
    .sort(([a], [b]) => a - b);
  const all: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

function pieces(text: string, spans: readonly Span[]): { at: number; words: string; marked: boolean }[] {
  const cuts = [0, ...spans.flat(), text.length];
  return cuts.slice(1).flatMap((end, place) => {
    const at = cuts[place] ?? 0;
    return at === end ? [] : [{ at, words: text.slice(at, end), marked: place % 2 === 1 }];
  });
}
