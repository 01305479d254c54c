/** Where the documentation explains a kind of error; a test holds the page to the kinds there are. */
export function explanationOf(kind: string): string {
  return `docs/reference/errors.md#${kind.toLowerCase()}`;
}
