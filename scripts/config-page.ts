/** The configuration file of cpe as a page, from the schema that editors and the program itself read. */
import { configJsonSchemaText } from '@quadrivium/cpe';
import { keySections, type SchemaNode } from './schema-tables.js';

export function configPage(): string {
  return `# Configuration of cpe

<!-- Written by npm run docs. Change the schema, not this page. -->

\`./cpe.yaml\`, or the user's own file, or the one that \`--config\` names. \`cpe config check\` finds what is wrong with it, and
[cpe-config.schema.json](cpe-config.schema.json) lets editors complete it. Unknown keys are mistakes.

${keySections(JSON.parse(configJsonSchemaText()) as SchemaNode)}`;
}
