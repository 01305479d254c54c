import { existsSync, readFileSync } from 'node:fs';
import { writeWhole } from '@quadrivium/kernel/essentials';
import { quadriviumFault } from '../faults.js';
import { type Host, hosts, type Places } from './hosts.js';
import { merged } from './merged.js';

export function hostNamed(name: string): Host {
  const host = Object.hasOwn(hosts, name) ? hosts[name] : undefined;
  if (host !== undefined) return host;
  throw quadriviumFault('UnknownHost', `There is no host "${name}".`, {
    suggestion: `Use one of: ${Object.keys(hosts).join(', ')}.`,
  });
}

export function snippetText({ title, where, snippet }: Host, url: string): string {
  return `${title}: ${where}\n\n${snippet(url)}\n`;
}

/** Puts the servers into the host's own file and says which. */
export async function install(host: Host, url: string, places: Places): Promise<string> {
  const file = host.file(places);
  const text = merged(host, existsSync(file) ? readFileSync(file, 'utf8') : undefined, url, file);
  await writeWhole(file, text, { mode: 0o600 });
  const { title, afterwards = 'Restart it to see them.' } = host;
  return `${title} knows cobre, portarium and career now: ${file}\n${afterwards}\n`;
}
