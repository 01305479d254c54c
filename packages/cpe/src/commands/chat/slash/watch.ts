import { plainLine } from '@quadrivium/kernel/shell';
import { cpeFault } from '../../../faults.js';
import type { SlashCommand } from './slash-command.js';

export const watch: SlashCommand = {
  name: 'watch',
  words: '[server uri]',
  description: 'have it told when a resource changes; without words, what is watched',
  async run({ session: { host } }, words) {
    if (words === '') {
      const watched = host.watched?.list() ?? [];
      return watched.length === 0 ? 'nothing is watched\n' : watched.map(lineOf).join('');
    }
    const [, server, uri] = /^(\S+)\s+(\S+)$/.exec(words) ?? [];
    if (server === undefined || uri === undefined) throw cpeFault('Usage', 'Use /watch <server> <uri>.');
    await host.watchResource?.(server, uri);
    return `from now on it is told when ${plainLine(uri)} changes\n`;
  },
};

function lineOf({ server, uri }: { readonly server: string; readonly uri: string }): string {
  return `${plainLine(`${server} ${uri}`)}\n`;
}
