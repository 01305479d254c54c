/**
 * The first key that an object of a JSON text has twice. `JSON.parse` takes the last and says nothing, so that a setting
 * somebody wrote would be lost. The text is known to be valid.
 */
export function repeatedKey(text: string): { readonly key: string; readonly position: number } | null {
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;
  const open: Set<string>[] = [];
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found, colon] = match;
    if (found === '{') open.push(new Set());
    else if (found === '}') open.pop();
    else if (colon !== undefined) {
      const key = found.slice(0, -colon.length);
      // "a" and its escaped spelling are one key.
      const meant = JSON.parse(key) as string;
      const seen = open.at(-1)!;
      if (seen.has(meant)) return { key, position: match.index };
      seen.add(meant);
    }
  }
  return null;
}
