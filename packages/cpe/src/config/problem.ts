/** Where something stands in a file, counted from one. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export type Path = readonly (string | number)[];

/** Something to correct in a configuration file. */
export interface ConfigProblem {
  readonly path: Path;
  readonly message: string;
  readonly position?: Position;
}

/** `cpe.yaml:12:5 mcpServers.search.url: required for type "http"` */
export function problemLine(file: string, { path, message, position }: ConfigProblem): string {
  const place = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  return path.length === 0 ? `${place}: ${message}` : `${place} ${pathText(path)}: ${message}`;
}

export function pathText(path: Path): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`)).join('');
}

/** From top to bottom, as a reader would correct them. */
export function inFileOrder(problems: readonly ConfigProblem[]): ConfigProblem[] {
  const rank = ({ position }: ConfigProblem): number => (position ? position.line * 10_000 + position.column : 0);
  return [...problems].sort((a, b) => rank(a) - rank(b));
}
