/** What the MCP servers can be told, from the flags that their programs read. */
import type { ExtraFlags } from '@quadrivium/kernel';
import { careerFlags } from '../packages/career/src/bin/career-flags.js';
import { cobreFlags } from '../packages/cobre/src/bin/serve-cobre.js';
import { flags, variableOf } from '../packages/kernel/src/serve/flags.js';
import { mcpFlags } from '../packages/portarium/src/bin/mcp-flags.js';
import { code, inCell } from './schema-tables.js';

const own: readonly (readonly [program: string, prefix: string, flags: ExtraFlags])[] = [
  ['cobre-mcp', 'COBRE_MCP', cobreFlags],
  ['career-mcp', 'CAREER_MCP', careerFlags],
  ['portarium-mcp', 'PORTARIUM_MCP', mcpFlags],
];

export function settingsPage(): string {
  return `# Settings of the MCP servers

<!-- Written by npm run docs. Change the flags, not this page. -->

Every setting is a flag, a variable and a key of the file that \`--config\` names: \`--allowed-dirs studies\`,
\`COBRE_MCP_ALLOWED_DIRS=studies\`, \`{ "allowed-dirs": ["studies"] }\` in a \`.json\` file, \`allowed-dirs = ["studies"]\` in a \`.toml\` file. A flag wins
over the variable, the variable over the file. Unknown keys and flags are mistakes; a variable that begins like ours and means nothing is told in
the log.

## All servers

Variables begin with \`COBRE_MCP_\`, \`CAREER_MCP_\` or \`PORTARIUM_MCP_\`.

${table(flags, (name) => `…${variableOf(name, '')}`)}
${own.map(([program, prefix, extra]) => `## ${program}\n\n${table(extra, (name) => variableOf(name, prefix))}`).join('\n')}`;
}

function table(shown: ExtraFlags, variable: (name: string) => string): string {
  const rows = Object.values(shown).map(({ name, placeholder, choices, standard = '', description }) => {
    const value = choices === undefined ? (placeholder ?? 'yes or no') : choices.map(code).join(', ');
    return `| ${code(name)} | ${code(variable(name))} | ${inCell(value)} | ${inCell(standard)} | ${inCell(description)} |`;
  });
  return `| setting | variable | value | left out | meaning |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}
