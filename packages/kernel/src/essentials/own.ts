/** What a table says of a name that somebody else chose: `constructor` and `toString` stand in every object, and are no entries. */
export function own<Value>(table: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
