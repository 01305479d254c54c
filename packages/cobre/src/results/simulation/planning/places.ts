/** Positions of ids, which a study must know. */
export function placeIn(ids: readonly number[]): (id: number) => number {
  const places = new Map(ids.map((id, place) => [id, place]));
  return (id) => places.get(id)!;
}
