/**
 * Models write programs in several dresses. Each is turned into the body of one asynchronous function, and every change
 * keeps the number of lines, because errors are reported by the lines of the model's own text.
 */

const FENCE = /^\s*(?:```|~~~)\s*[\w-]*\s*$/;

/** Fences of Markdown around the program become empty lines. */
export function withoutFences(code: string): string {
  const lines = code.replace(/\r\n?/g, '\n').split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  if (first < 0 || !FENCE.test(lines[first] ?? '')) return lines.join('\n');
  lines[first] = '';
  if (last > first && FENCE.test(lines[last] ?? '')) lines[last] = '';
  return lines.join('\n');
}

const DEFAULT_EXPORT = /^([ \t]*)export default\b/m;
/** As long as what it replaces, so that columns stay as well. */
const ENTRY = 'const __run = ';

/** A complete module: what it exports by default is called, and its result is the result. */
export function moduleAsBody(code: string): string | undefined {
  if (!DEFAULT_EXPORT.test(code)) return undefined;
  const body = code
    .replace(DEFAULT_EXPORT, (_, indent: string) => `${indent}${ENTRY}`)
    .replace(/^([ \t]*)export (?=async |function|const|let|var|class|type|interface|enum)/gm, '$1       ');
  return `${body}\n;return await __run();`;
}
