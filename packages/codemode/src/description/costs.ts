import { catalogOf } from '../catalog.js';
import type { HostTool } from '../tools/host-tool.js';
import { formOf, jsonDefinitions } from './forms.js';
import { countTokens } from './tokens.js';

/** Tokens of the same tools in four forms. */
export type FormCosts = Awaited<ReturnType<typeof costsOf>>;

export interface ToolCosts {
  readonly perServer: ReadonlyMap<string, FormCosts>;
  readonly total: FormCosts;
}

async function costsOf(tools: readonly HostTool[]) {
  const catalog = catalogOf(tools);
  return {
    tools: tools.length,
    withOutputSchema: tools.filter(({ outputSchema }) => outputSchema !== undefined).length,
    /** As ordinary tools. */
    json: await countTokens(jsonDefinitions(tools)),
    declarations: await countTokens(formOf(catalog, 'declarations')),
    signatures: await countTokens(formOf(catalog, 'signatures')),
    names: await countTokens(formOf(catalog, 'names')),
  };
}

/** What telling a model about the tools costs, for each server and for all of them together. */
export async function describeCosts(tools: readonly HostTool[]): Promise<ToolCosts> {
  const perServer = new Map<string, FormCosts>();
  for (const server of new Set(tools.map((tool) => tool.server))) {
    perServer.set(server, await costsOf(tools.filter((tool) => tool.server === server)));
  }
  return { perServer, total: await costsOf(tools) };
}
