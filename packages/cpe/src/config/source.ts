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
import { blankComments } from './json-comments.js';
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
  return blankComments(text).replace(/^[\t ]+/gm, (indent) => ' '.repeat(indent.length));
}

/** What only YAML allows is refused in a file that calls itself JSON. */
function jsonProblem(text: string, at: (offset: number) => Position): ConfigProblem | undefined {
  try {
    JSON.parse(blankComments(text));
    return undefined;
  } catch (error) {
    const message = (error as Error).message;
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? 0);
    return { path: [], message, position: at(offset) };
  }
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
