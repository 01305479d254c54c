import type { Operation } from './operation.js';

/** Clients cache the list of tools, so those of a specification keep its order; all else stands by name, after them. */
export function inOrder<Member extends Pick<Operation, 'name'>>(
  members: readonly Member[],
  specified: readonly string[],
): readonly Member[] {
  const place = ({ name }: Member): number => (specified.includes(name) ? specified.indexOf(name) : specified.length);
  return members.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}
