import { homedir } from 'node:os';
import { argument, command, onSwitch, textValue } from '@quadrivium/kernel/shell';
import { hostNamed, install, snippetText } from '../connect/connect.js';
import { hosts } from '../connect/hosts.js';
import { foldersAt } from '../folder/data-folder.js';
import { holderOf } from '../folder/folder-lock.js';
import { dataFlag, defaultPort } from './place-flags.js';

export const connectCommand = command({
  name: 'connect',
  description: 'Print what an MCP host needs to know, or put it into its configuration',
  arguments: { host: argument(Object.keys(hosts).join(', ')) },
  options: {
    url: textValue('url', 'where quadrivium up listens; found out when left out', 'url'),
    data: dataFlag('the folder of that quadrivium up'),
    install: onSwitch('install', "write it into the host's own file instead of printing it"),
  },
  async run(_, { host: name, data, ...given }) {
    const host = hostNamed(name);
    const url = given.url ?? urlOf(holderOf(foldersAt(data).path));
    const places = { home: homedir(), here: process.cwd(), platform: process.platform, env: process.env };
    const text = given.install ? await install(host, url, places) : snippetText(host, url);
    return { data: { host: name, url, text }, details: () => text };
  },
});

/** Where the server of this folder listens or, when it does not run, where it would. */
function urlOf(holder: ReturnType<typeof holderOf>): string {
  return typeof holder === 'object' ? holder.url : `http://127.0.0.1:${defaultPort}`;
}
