/** The files that operators of portarium write, from the schemas that they are read with. */
import * as z from 'zod';
import { NoticeSettings } from '../packages/portarium/src/app/notices/notice-settings.js';
import { ConnectionsFile } from '../packages/portarium/src/bin/connections-file.js';
import { LoginSettings } from '../packages/portarium/src/login/login-settings.js';
import { keyTable, type SchemaNode } from './schema-tables.js';

export function portariumFilesPage(): string {
  return `# Files of portarium

<!-- Written by npm run docs. Change the schemas, not this page. -->

All are JSON, and unknown keys are mistakes. Texts that are secrets may say where they are kept: \`env:NAME\` a variable, \`file:PATH\` a
file, also behind \`Bearer \` and \`Basic \`. What comes from there is masked in every answer and log. \`portarium doctor\` looks at what the
servers file names. [Workflows](workflow-files.md) have a page of their own.

## Servers file

\`--servers FILE\` or \`PORTARIUM_SERVERS\`, of every command of portarium and of its servers, and of \`quadrivium up\`: what runs may reach. A file with nothing but
servers by name is taken too.

${keyTable(serversFile())}
## Notices file

\`quadrivium up --notices FILE\`; elsewhere the key \`notices\` of the servers file. [What leaves when](../guides/notices.md).

${keyTable(jsonSchema(NoticeSettings))}
## Login file

\`--login FILE\` of \`portarium serve\` and \`quadrivium up\`: the identity provider that people sign in with
([step by step](../guides/people-and-passkeys.md)).

${keyTable(jsonSchema(LoginSettings))}`;
}

/** The longer of its two forms; what is below its notices stands under a heading of its own. */
function serversFile(): SchemaNode {
  const [{ properties = {}, ...whole } = {}] = jsonSchema(ConnectionsFile).anyOf ?? [];
  const { type = 'object', description = '' } = properties.notices ?? {};
  return { ...whole, properties: { ...properties, notices: { type, description } } };
}

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode;
