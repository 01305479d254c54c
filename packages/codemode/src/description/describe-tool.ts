import type { Catalog } from '../catalog.js';
import { aliasText, declareTools, memberText, withoutEmpty } from '../declarations/declare-tools.js';
import { codeModeFault } from '../faults.js';
import { searchTools } from './search.js';

/** The declaration of one tool: by `server.tool`, by `tools.server.tool`, or by its name alone where that is clear. */
export function describeTool(catalog: Catalog, wanted: string): string {
  const path = wanted.replace(/^tools\./, '');
  const entry = catalog.byPath.get(path) ?? catalog.flat.get(path) ?? byOriginalName(catalog, path);
  if (entry === undefined) throw unknownTool(catalog, wanted);
  const { tools, aliases } = withoutEmpty(declareTools({ entries: [entry] }));
  const members = tools.map((each) => memberText(each)).join('\n');
  return [aliasText(aliases), `tools.${entry.server}: {\n${members}\n}`].filter((text) => text !== '').join('\n');
}

function byOriginalName({ entries }: Catalog, name: string) {
  const found = entries.filter(({ tool }) => tool.name === name || `${tool.server}/${tool.name}` === name);
  return found.length === 1 ? found[0] : undefined;
}

function unknownTool(catalog: Catalog, wanted: string): Error {
  const near = searchTools(catalog, wanted)
    .slice(0, 3)
    .map(({ path }) => path);
  const hint = near.length === 0 ? 'search("words") finds tools.' : `Did you mean ${near.join(' or ')}?`;
  return codeModeFault('UnknownTool', `There is no tool ${JSON.stringify(wanted)}. ${hint}`);
}
