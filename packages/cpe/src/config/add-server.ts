import { applyEdits, modify } from 'jsonc-parser';
import { type Document, isMap, isScalar, parseDocument, stringify, type YAMLMap } from 'yaml';
import { cpeFault } from '../faults.js';
import type { Raw } from './rules/rule.js';
import { formatOf } from './source.js';

const NEW_FILE = 'version: "1.0"\n';

/** The text of a configuration with one more server. Comments and everything else stay as somebody wrote them. */
export function withServerAdded(file: string, text: string | undefined, name: string, server: Raw): string {
  if (text !== undefined && formatOf(file) === 'json') return addedToJson(text, name, server);
  const document: Document = parseDocument(text ?? NEW_FILE);
  if (document.errors.length > 0) throw cpeFault('ConfigInvalid', `${file}: ${document.errors[0]?.message}`);
  const servers = document.get('mcpServers', true);
  const place = isMap(servers) && !document.hasIn(['mcpServers', name]) ? endOf(servers, text ?? '') : undefined;
  if (text !== undefined && place !== undefined)
    return `${text.slice(0, place.offset)}${place.before}${indented({ [name]: server }, place.indent)}${text.slice(place.offset)}`;
  if (document.contents === null) document.contents = document.createNode({});
  if (!isMap(servers)) document.set('mcpServers', document.createNode({}));
  document.setIn(['mcpServers', name], document.createNode(server));
  return document.toString({ lineWidth: 0 });
}

/** Behind the last server of a map with a line for each; undefined for one in braces, which has to be written anew. */
function endOf({ flow, items: [first], range }: YAMLMap, text: string) {
  const start = isScalar(first?.key) ? first.key.range?.[0] : undefined;
  if (flow || start === undefined || !range) return undefined;
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const end = text[range[1] - 1] === '\n' ? range[1] - 1 : text.indexOf('\n', range[1]);
  return end < 0 ? { offset: text.length, indent, before: '\n' } : { offset: end + 1, indent, before: '' };
}

function indented(value: object, indent: string): string {
  return stringify(value, { lineWidth: 0 }).replace(/^(?=.)/gm, indent);
}

function addedToJson(text: string, name: string, server: Raw): string {
  const formattingOptions = { insertSpaces: true, tabSize: /\n( +)"/.exec(text)?.[1]?.length ?? 2 };
  return applyEdits(text, modify(text, ['mcpServers', name], server, { formattingOptions }));
}
