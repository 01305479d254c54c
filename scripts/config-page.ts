/** The configuration file of cpe as a page, from the schema that editors and the program itself read. */
import { configJsonSchemaText } from '@quadrivium/cpe';

interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

export function configPage(): string {
  const schema = JSON.parse(configJsonSchemaText()) as Node;
  const sections = Object.entries(schema.properties ?? {}).filter(([name]) => name !== '$schema');
  return `# Configuration of cpe

<!-- Written by npm run docs. Change the schema, not this page. -->

\`./cpe.yaml\`, or the user's own file, or the one that \`--config\` names. \`cpe config check\` finds what is wrong with it, and
[cpe-config.schema.json](cpe-config.schema.json) lets editors complete it. Unknown keys are mistakes.

${sections.map(([name, node]) => section(name, node)).join('\n')}`;
}

function section(name: string, node: Node): string {
  const rows = [row(name, node, false), ...rowsBelow(name, node)];
  return `## ${name}\n\n| key | type | left out | meaning |\n|---|---|---|---|\n${[...new Set(rows)].join('\n')}\n`;
}

/** Lists continue with `[]`, free names with `<name>`, and every form of a value that has several. */
function rowsBelow(path: string, node: Node): string[] {
  const forms = [...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((form) => rowsBelow(path, form));
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const at = `${path}.${name}`;
    return [row(at, child, node.required?.includes(name) === true), ...rowsBelow(at, child)];
  });
  const items = node.items === undefined ? [] : rowsBelow(`${path}[]`, node.items);
  const named =
    typeof node.additionalProperties === 'object' ? rowsBelow(`${path}.<name>`, node.additionalProperties) : [];
  return [...own, ...items, ...named, ...forms];
}

function row(path: string, node: Node, isRequired: boolean): string {
  const absent = isRequired ? 'a mistake' : node.default === undefined ? '' : code(JSON.stringify(node.default));
  return `| ${code(path)} | ${typeOf(node)} | ${absent} | ${escaped(node.description ?? '')} |`;
}

function typeOf({ type, enum: words, const: only, anyOf, oneOf }: Node): string {
  if (only !== undefined) return code(String(only));
  if (words !== undefined) return words.map((word) => code(String(word))).join(', ');
  if (type !== undefined) return [type].flat().join(' or ');
  return [...new Set([...(anyOf ?? []), ...(oneOf ?? [])].map(typeOf))].join(' or ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
