/** Workflow files as a page: what all of them say, what every step says, and what each kind of step adds. */
import { workflowJsonSchema } from '@quadrivium/portarium';
import { code, keyTable, type SchemaNode } from './schema-tables.js';

export function workflowFilesPage(): string {
  const { properties: { actions = {}, ...whole } = {}, required } = workflowJsonSchema() as SchemaNode;
  const kinds = actions.items?.oneOf ?? [];
  const shared = sharedKeys(kinds);
  return `# Workflow files

<!-- Written by npm run docs. Change the schema, not this page. -->

JSON or YAML, for \`portarium workflow apply FILE\`; \`portarium workflow validate FILE\` says what is wrong with one, and \`dry-run\` what it
would do. Unknown keys are mistakes. The [tutorial](../tutorial/portarium.md) makes one.

## The workflow

\`actions\` is a list of 1 to 200 steps.

${keyTable({ properties: whole, required: required ?? [] })}
## Every step

What it does is its \`operation\`, one of the kinds below, each with keys of its own.

${keyTable(withKeys(kinds[0] ?? {}, (name) => shared.has(name)))}
${kinds.map((kind) => section(kind, shared)).join('\n')}`;
}

function section(kind: SchemaNode, shared: ReadonlySet<string>): string {
  const { description = '', properties = {} } = kind;
  const title = `## ${code(String(properties.operation?.const))}\n\n${description === '' ? '' : `${description}.\n\n`}`;
  const own = withKeys(kind, (name) => name !== 'operation' && !shared.has(name));
  return Object.keys(own.properties ?? {}).length === 0 ? `${title}Nothing more.\n` : `${title}${keyTable(own)}`;
}

/** Keys that every kind describes in the same words. */
function sharedKeys(kinds: readonly SchemaNode[]): ReadonlySet<string> {
  const [first = {}, ...others] = kinds.map(({ properties = {} }) => properties);
  const isEverywhere = (name: string) =>
    others.every((properties) => JSON.stringify(properties[name]) === JSON.stringify(first[name]));
  return new Set(Object.keys(first).filter(isEverywhere));
}

function withKeys({ properties = {}, required = [] }: SchemaNode, isWanted: (name: string) => boolean): SchemaNode {
  const wanted = Object.entries(properties).filter(([name]) => isWanted(name));
  return { properties: Object.fromEntries(wanted), required: required.filter(isWanted) };
}
