/** The forms in which a model can be told about tools, from the most telling to the shortest. */

import type { Catalog, CatalogEntry } from '../catalog.js';
import { declareTools, toolsText } from '../declarations/declare-tools.js';
import { signatureLine } from '../declarations/signatures.js';
import type { HostTool } from '../tools/host-tool.js';

/** `outline` has whole inputs and the first level of outputs. */
export const LEVELS = ['declarations', 'outline', 'signatures', 'names'] as const;
export type Level = (typeof LEVELS)[number];

export function formOf(catalog: Catalog, level: Level): string {
  return mixedForm(catalog, () => level);
}

/** Each server at its own level: types first, then signatures, then names. */
export function mixedForm(catalog: Catalog, levelOf: (server: string) => Level): string {
  return [typesIn(catalog, levelOf), linesIn(catalog, levelOf, 'signatures'), linesIn(catalog, levelOf, 'names')]
    .filter((text) => text !== '')
    .join('\n');
}

/** The servers that are told as types. */
export function typesIn(catalog: Catalog, levelOf: (server: string) => Level): string {
  const isTyped = (level: Level): boolean => level === 'declarations' || level === 'outline';
  const entries = catalog.entries.filter(({ server }) => isTyped(levelOf(server)));
  if (entries.length === 0) return '';
  return toolsText(declareTools({ entries }, ({ server }) => levelOf(server) === 'outline'));
}

/** The servers that are told as lines of this level. */
export function linesIn(catalog: Catalog, levelOf: (server: string) => Level, level: 'signatures' | 'names'): string {
  const line = level === 'signatures' ? signatureLine : ({ name }: CatalogEntry) => name;
  const separator = level === 'signatures' ? '\n' : ', ';
  return serversOf(catalog)
    .filter((server) => levelOf(server) === level)
    .map((server) => {
      const { entries } = catalogOfServer(catalog, server);
      return `tools.${server}:${level === 'signatures' ? '\n' : ' '}${entries.map(line).join(separator)}`;
    })
    .join('\n');
}

export function serversOf({ entries }: Pick<Catalog, 'entries'>): string[] {
  return [...new Set(entries.map(({ server }) => server))];
}

export function catalogOfServer(catalog: Catalog, server: string): Catalog {
  return { ...catalog, entries: catalog.entries.filter((entry) => entry.server === server) };
}

/** What a provider is sent for ordinary tools. */
export function jsonDefinitions(tools: readonly HostTool[]): string {
  return tools
    .map(({ providerName, description, inputSchema }) =>
      JSON.stringify({ name: providerName, description, input_schema: inputSchema }),
    )
    .join('\n');
}
