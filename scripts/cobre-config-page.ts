/** config.json of a case as a page, from the schema that cases are read with. */
import { schemaOf } from '../packages/cobre/src/service/cases/config-schema.js';
import { keySections, type SchemaNode } from './schema-tables.js';

export function cobreConfigPage(): string {
  return `# config.json of a case

<!-- Written by npm run docs. Change the schema, not this page. -->

How cobre trains and simulates a case of [today's form](cobre-tables.md), whose other files say what is planned. \`cobre validate CASE\` finds what
is wrong with it; \`cobre schema export\` writes the JSON Schemas of all files of a case, for editors. A case of release 0.5.1 writes some
of these otherwise; \`cobre migrate\` [turns it into this form](../guides/cobre-migrate.md).

${keySections(schemaOf('config.json', 'current') as SchemaNode)}`;
}
