/** The forms in which a model can be told about tools, from the most telling to the shortest. */
import type { HostTool } from '../../host/tool-host.js';
import type { Catalog, CatalogEntry } from '../catalog.js';
import { declareTools, toolsText } from '../declarations/declare-tools.js';
import { signatureLine } from '../declarations/signatures.js';

export const LEVELS = ['declarations', 'signatures', 'names'] as const;
export type Level = (typeof LEVELS)[number];

export function formOf(catalog: Catalog, level: Level): string {
  if (level === 'declarations') return toolsText(declareTools(catalog));
  const line = level === 'signatures' ? signatureLine : ({ name }: CatalogEntry) => name;
  const separator = level === 'signatures' ? '\n' : ', ';
  return serversOf(catalog)
    .map((server) => {
      const entries = catalog.entries.filter((entry) => entry.server === server);
      return `tools.${server}:${level === 'signatures' ? '\n' : ' '}${entries.map(line).join(separator)}`;
    })
    .join('\n');
}

function serversOf({ entries }: Catalog): string[] {
  return [...new Set(entries.map(({ server }) => server))];
}

/** What a provider is sent for ordinary tools. */
export function jsonDefinitions(tools: readonly HostTool[]): string {
  return tools
    .map(({ providerName, description, inputSchema }) =>
      JSON.stringify({ name: providerName, description, input_schema: inputSchema }),
    )
    .join('\n');
}
