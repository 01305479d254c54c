import type { Catalog, CatalogEntry } from '../catalog.js';
import { propertyName } from '../identifiers.js';
import { relaxed } from '../tools/defaults.js';
import { blockComment } from './doc-comment.js';
import { outlineOf } from './signatures.js';
import { type TypeText, typeOfSchema } from './type-of-schema.js';

/** The types of one tool, by name: what it takes and what a call of it resolves to. */
export interface ToolTypes {
  readonly entry: CatalogEntry;
  readonly input: string;
  readonly output: string;
}

export interface DeclaredTools {
  readonly tools: readonly ToolTypes[];
  /** Named types, each declared once even when several tools share it. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Each schema becomes a type of its own: `ReadFileInput`, `ReadFileOutput`. Without an output schema a tool gives text. */
export function declareTools(
  { entries }: Pick<Catalog, 'entries'>,
  isOutlined: (entry: CatalogEntry) => boolean = () => false,
): DeclaredTools {
  const aliases = new Map<string, string>();
  const ours = new Set(entries.flatMap(({ type }) => [`${type}Input`, `${type}Output`]));
  const named = (name: string, schema: unknown): string => {
    const { text } = adopt(schema, aliases, ours);
    aliases.set(name, text);
    return name;
  };
  const tools = entries.map((entry) => {
    const { inputSchema, outputSchema } = entry.tool;
    const input = named(`${entry.type}Input`, relaxed(inputSchema));
    if (outputSchema === undefined) return { entry, input, output: 'string' };
    if (isOutlined(entry)) return { entry, input, output: outlineOf(outputSchema) };
    return { entry, input, output: named(`${entry.type}Output`, outputSchema) };
  });
  return { tools, aliases };
}

/** Adds the named types inside a schema; a name that already means something else gets a number. */
function adopt(schema: unknown, aliases: Map<string, string>, ours: ReadonlySet<string>): TypeText {
  for (let n = 1; ; n += 1) {
    const type = typeOfSchema(schema, n === 1 ? '' : String(n));
    const free = [...type.aliases].every(([name, text]) => !ours.has(name) && (aliases.get(name) ?? text) === text);
    if (!free) continue;
    for (const [name, text] of type.aliases) aliases.set(name, text);
    return type;
  }
}

export function aliasText(aliases: ReadonlyMap<string, string>): string {
  return [...aliases].map(([name, text]) => `type ${name} = ${text};`).join('\n');
}

/** `read_file: Tool<ReadFileInput, ReadFileOutput>;` below the description of the tool. */
export function memberText({ entry, input, output }: ToolTypes, indent = '  '): string {
  const { tool, name } = entry;
  const original = tool.name === name ? '' : `Tool "${tool.name}". `;
  const comment = blockComment(`${original}${descriptionOf(tool.description)}`, indent);
  const member = `${indent}${propertyName(name)}: Tool<${input}, ${output}>;`;
  return comment === '' ? member : `${indent}${comment}\n${member}`;
}

function descriptionOf(description: unknown): string {
  return typeof description === 'string' ? description : '';
}

/** For readers, a tool without arguments takes `{}`, and not a line that names it. */
export function withoutEmpty({ tools, aliases }: DeclaredTools): DeclaredTools {
  const isEmpty = (name: string): boolean => aliases.get(name) === '{}';
  const empty = new Set(tools.map(({ input }) => input).filter(isEmpty));
  return {
    tools: tools.map((each) => (empty.has(each.input) ? { ...each, input: '{}' } : each)),
    aliases: new Map([...aliases].filter(([name]) => !empty.has(name))),
  };
}

/** Everything about the tools. Flat names need no declaration to be read, so a model is told the rule instead. */
export function toolsText(declared: DeclaredTools): string {
  const { tools, aliases } = withoutEmpty(declared);
  const servers = [...groupByServer(tools)].map(([server, members]) => {
    return ` ${propertyName(server)}: {\n${members.map((each) => memberText(each)).join('\n')}\n };`;
  });
  return [aliasText(aliases), `declare const tools: {\n${servers.join('\n')}\n};`]
    .filter((text) => text !== '')
    .join('\n');
}

/** The same for the compiler, with flat names and with the names that only brackets reach. */
export function checkedToolsText({ tools, aliases }: DeclaredTools, flat: ReadonlyMap<string, CatalogEntry>): string {
  const servers = [...groupByServer(tools)].map(([server, members]) => {
    const interfaceText = `interface ${SERVER_PREFIX}${server} {\n${members.map((each) => checkedMembers(each)).join('\n')}\n}`;
    return { interfaceText, member: `  ${server}: ${SERVER_PREFIX}${server};` };
  });
  const short = [...flat].map(
    ([name, entry]) => `  ${propertyName(name)}: ${SERVER_PREFIX}${entry.server}["${entry.name}"];`,
  );
  const members = [...servers.map(({ member }) => member), ...short];
  const all = `declare const tools: {\n${members.join('\n')}\n};`;
  return [aliasText(aliases), ...servers.map(({ interfaceText }) => interfaceText), all].join('\n');
}

/** Types of the compiler's text that no schema can be named like, because their names start with capitals. */
const SERVER_PREFIX = '$server_';

function checkedMembers({ entry, input, output }: ToolTypes): string {
  const { name, tool } = entry;
  const alias = tool.name === name ? '' : `\n  ${JSON.stringify(tool.name)}: Tool<${input}, ${output}>;`;
  return `  ${propertyName(name)}: Tool<${input}, ${output}>;${alias}`;
}

function groupByServer(tools: readonly ToolTypes[]): Map<string, ToolTypes[]> {
  const groups = new Map<string, ToolTypes[]>();
  for (const each of tools) {
    const group = groups.get(each.entry.server);
    if (group === undefined) groups.set(each.entry.server, [each]);
    else group.push(each);
  }
  return groups;
}
