/** Example studies of our own that `cobre init` writes: small enough to read, real enough to be interesting. */
export interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  files(): readonly TemplateFile[];
}

export interface TemplateFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

export function jsonFile(path: string, value: object): TemplateFile {
  return { path, content: `${JSON.stringify(value, null, 2)}\n` };
}
