/** What the work gives, or something else where it throws: for failures that say no more than "no". */
export function attempt<Value, Other>(work: () => Value, otherwise: Other): Value | Other {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** The value of JSON, or something else for text that is none. */
export const jsonOr = (text: string, otherwise: unknown): unknown =>
  attempt(() => JSON.parse(text) as unknown, otherwise);
