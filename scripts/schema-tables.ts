/** Tables of keys for pages about files, from the JSON Schema that the program itself checks such a file with. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
}

/** A heading for each key at the top, with a table of what is below it. */
export function keySections(schema: SchemaNode): string {
  const sections = Object.entries(schema.properties ?? {}).filter(([name]) => name !== '$schema');
  const section = ([name, node]: (typeof sections)[number]) =>
    `## ${name}\n\n${table([row(name, node, false), ...rowsBelow(name, node)])}`;
  return sections.map(section).join('\n');
}

/** All keys of an object in one table. */
export function keyTable(schema: SchemaNode): string {
  return table(rowsBelow('', schema));
}

function table(rows: readonly string[]): string {
  return `| key | type | left out | meaning |\n|---|---|---|---|\n${[...new Set(rows)].join('\n')}\n`;
}

/** Lists continue with `[]`, free names with `<name>`, and every form of a value that has several. */
function rowsBelow(path: string, node: SchemaNode): string[] {
  const forms = [...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((form) => rowsBelow(path, form));
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [row(at, child, node.required?.includes(name) === true), ...rowsBelow(at, child)];
  });
  const items = node.items === undefined ? [] : rowsBelow(`${path}[]`, node.items);
  const named =
    typeof node.additionalProperties === 'object' ? rowsBelow(`${path}.<name>`, node.additionalProperties) : [];
  return [...own, ...items, ...named, ...forms];
}

function row(path: string, node: SchemaNode, isRequired: boolean): string {
  const absent = isRequired ? 'a mistake' : node.default === undefined ? '' : code(JSON.stringify(node.default));
  return `| ${code(path)} | ${typeOf(node)} | ${absent} | ${inCell(node.description ?? '')} |`;
}

function typeOf({ type, enum: words, const: only, anyOf, oneOf }: SchemaNode): string {
  if (only !== undefined) return code(String(only));
  if (words !== undefined) return words.map((word) => code(String(word))).join(', ');
  if (type !== undefined) return [type].flat().join(' or ');
  return [...new Set([...(anyOf ?? []), ...(oneOf ?? [])].map(typeOf))].join(' or ');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Text that stays within its cell; expressions are code, or the site would put something in their place. */
export function inCell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replaceAll(/(?<!`)\{\{.*?\}\}/g, code);
}
