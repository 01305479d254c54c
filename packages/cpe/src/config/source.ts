import { type ParseError, printParseErrorCode, parse as readJson, stripComments } from 'jsonc-parser';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
} from 'yaml';
import type { ConfigProblem, Path, Position } from './problem.js';

/** A parsed file that still knows where everything stands. JSON is read the same way, because it is YAML too. */
export interface Source {
  readonly file: string;
  readonly document: Document<ParsedNode>;
  readonly problems: readonly ConfigProblem[];
  /** Where a key stands; for one that is missing, where the thing stands that lacks it. */
  positionOf(path: Path): Position;
}

export type Format = 'yaml' | 'json';

export function formatOf(file: string): Format {
  return /\.jsonc?$/i.test(file) ? 'json' : 'yaml';
}

export function parseSource(file: string, text: string, format: Format = formatOf(file)): Source {
  const lines = new LineCounter();
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const document = parseDocument(format === 'json' ? spaced(body) : body, {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
  });
  const at = (offset: number): Position => positionAt(lines, offset);
  const problems = document.errors.map(({ message, pos }) => ({ path: [], message, position: at(pos[0]) }));
  const strict = format === 'json' && problems.length === 0 ? jsonProblem(body, at) : undefined;
  return {
    file,
    document,
    problems: strict === undefined ? problems : [strict],
    positionOf: (path) => at(offsetOf(document, path)),
  };
}

/** YAML forbids tabs for indentation, JSON does not care; neither changes the columns. */
function spaced(text: string): string {
  return stripComments(text, ' ').replace(/^[\t ]+/gm, (indent) => ' '.repeat(indent.length));
}

/** What only YAML allows is refused in a file that calls itself JSON; comments and a last comma are not. */
function jsonProblem(text: string, at: (offset: number) => Position): ConfigProblem | undefined {
  const fault = jsonFault(text);
  return fault === undefined ? undefined : { path: [], message: fault.message, position: at(fault.offset) };
}

/** The first thing in a text that JSON with comments does not allow. */
export function jsonFault(text: string): { readonly message: string; readonly offset: number } | undefined {
  const errors: ParseError[] = [];
  readJson(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return undefined;
  const words = printParseErrorCode(first.error).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { message: `not JSON:${words}`, offset: first.offset };
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function offsetOf(document: Document<ParsedNode>, path: Path): number {
  let node: Node | null | undefined = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const key of path) {
    const step = stepInto(isAlias(node) ? node.resolve(document) : node, key);
    if (step === undefined) return offset;
    offset = step.offset;
    node = step.node;
  }
  return offset;
}

function stepInto(
  node: Node | null | undefined,
  key: string | number,
): { offset: number; node: Node | null } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
    const range = isScalar(pair?.key) ? pair.key.range : undefined;
    return pair === undefined || !range ? undefined : { offset: range[0], node: pair.value as Node | null };
  }
  const item = isSeq(node) ? (node.items[Number(key)] as Node | undefined) : undefined;
  return item?.range ? { offset: item.range[0], node: item } : undefined;
}
