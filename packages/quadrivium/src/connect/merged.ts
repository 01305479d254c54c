/** The configuration of a host with our servers in it, and everything else as it was. */
import { isObject, type JsonObject } from '@quadrivium/kernel/essentials';
import { quadriviumFault } from '../faults.js';
import { entriesOf, type Host, servers, tomlSection } from './hosts.js';

export function merged(host: Host, text: string | undefined, url: string, file: string): string {
  return host.form.kind === 'json' ? mergedJson(host.form, text, url, file) : mergedToml(text ?? '', url);
}

type JsonForm = Extract<Host['form'], { kind: 'json' }>;

function mergedJson({ key, entry }: JsonForm, text: string | undefined, url: string, file: string): string {
  const whole = text === undefined || text.trim() === '' ? {} : parsed(text, file);
  const known = isObject(whole[key]) ? whole[key] : {};
  return `${JSON.stringify({ ...whole, [key]: { ...known, ...entriesOf(url, entry) } }, null, 2)}\n`;
}

function parsed(text: string, file: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Comments are allowed in some of these files; writing it back would lose them.
  }
  if (isObject(value)) return value;
  throw quadriviumFault('HostFileUnreadable', `${file} is not plain JSON, so it is left alone.`, {
    suggestion: 'Run the same command without --install and put the snippet in by hand.',
  });
}

/** Whole sections are replaced or added at the end; comments and order stay. */
function mergedToml(text: string, url: string): string {
  return servers.reduce((file, name) => {
    const section = new RegExp(`^\\[mcp_servers\\.${name}\\]\\n(?:(?!\\[).*(?:\\n|$))*`, 'm');
    if (section.test(file)) return file.replace(section, () => `${tomlSection(url, name)}\n`);
    return `${file.trimEnd()}${file.trim() === '' ? '' : '\n\n'}${tomlSection(url, name)}`;
  }, text);
}
