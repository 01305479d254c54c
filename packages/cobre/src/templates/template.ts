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

/** Every entity has a day since when it exists; it only orders them, and one day for all orders them by id. */
export const dated = { operational_start_date: '2000-01-01' };

export function jsonFile(path: string, value: object): TemplateFile {
  return { path, content: `${JSON.stringify(value, null, 2)}\n` };
}
