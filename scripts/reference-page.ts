import type { ServerDefinition } from '@quadrivium/kernel';

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
}

interface Listed {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

export interface Lists {
  readonly tools: readonly (Listed & { inputSchema: unknown; outputSchema?: unknown; annotations?: unknown })[];
  readonly templates: readonly (Listed & { uriTemplate: string })[];
  readonly prompts: readonly (Listed & {
    arguments?:
      | readonly { name: string; description?: string | undefined; required?: boolean | undefined }[]
      | undefined;
  })[];
}

/** One page per server, in the order the server lists things. */
export function referencePage(binary: string, { title, instructions }: ServerDefinition, lists: Lists): string {
  const parts = [
    title === undefined ? `# ${binary}` : `# ${binary}: ${title}`,
    '<!-- Written by npm run docs. Change the tool, not this page. -->',
    instructions ?? '',
    ...section('Tools', lists.tools.map(toolText)),
    ...section('Resources', lists.templates.map(resourceText)),
    ...section('Prompts', lists.prompts.map(promptText)),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function section(title: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`## ${title}`, ...parts];
}

function toolText(tool: Lists['tools'][number]): string {
  const hints = tool.annotations as { readOnlyHint?: boolean; destructiveHint?: boolean } | undefined;
  const effect = hints?.readOnlyHint ? 'reads' : hints?.destructiveHint ? 'may end or overwrite something' : 'writes';
  return [
    `### \`${tool.name}\``,
    `${tool.description ?? ''} (${effect})`,
    table('argument', tool.inputSchema as Schema),
    tool.outputSchema ? table('result', tool.outputSchema as Schema) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function table(what: string, { properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const need = required.includes(name)
      ? 'yes'
      : schema.default === undefined
        ? ''
        : `default \`${JSON.stringify(schema.default)}\``;
    return `| \`${name}\` | ${typeText(schema)} | ${need} | ${(schema.description ?? '').replaceAll('|', '\\|')} |`;
  });
  return rows.length === 0 ? '' : [`| ${what} | type | required | |`, '|---|---|---|---|', ...rows].join('\n');
}

function typeText({ type, items, enum: choices, anyOf }: Schema): string {
  if (choices) return choices.map((choice) => `\`${String(choice)}\``).join(', ');
  if (anyOf) return anyOf.map(typeText).join(' or ');
  if (type === 'array') return `list of ${items ? typeText(items) : 'anything'}`;
  return Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
}

function resourceText({ uriTemplate, name, description }: Lists['templates'][number]): string {
  return `### \`${uriTemplate}\`\n\n${description ?? name}`;
}

function promptText({ name, description, arguments: args = [] }: Lists['prompts'][number]): string {
  const rows = args.map((arg) => `| \`${arg.name}\` | ${arg.required ? 'yes' : ''} | ${arg.description ?? ''} |`);
  const shown = rows.length === 0 ? '' : `\n\n${['| argument | required | |', '|---|---|---|', ...rows].join('\n')}`;
  return `### \`${name}\`\n\n${description ?? ''}${shown}`;
}
