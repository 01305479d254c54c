import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeText, LOCK_FILE, type Lock, lockChanges, lockOf, lockText, parseLock } from '../../host/lockfile.js';
import type { CliCommand } from '../command.js';
import { frozen, keepGoing } from '../frozen-option.js';
import { withHost } from '../with-host.js';

const NO_LOCK = { text: undefined, frozen: false };

export const lock: CliCommand = {
  name: 'mcp lock',
  description: `Record the definitions of all tools in ${LOCK_FILE}, or check them with --frozen`,
  options: { frozen, keepGoing },

  async run(context) {
    const { world, options } = context;
    const only = options.frozen === true;
    return withHost(context, { ask: true, ...(only ? {} : { lock: NO_LOCK }) }, async (host, { folder }) => {
      const file = join(folder, LOCK_FILE);
      const count = host.everyTool().length;
      if (only) return { text: `${count} tools are as locked.\n`, value: { file, tools: count, changes: [] } };
      const before = world.readText(file);
      const ready = host
        .servers()
        .filter(({ state }) => state === 'ready')
        .map(({ name }) => name);
      const known = before === undefined ? undefined : parseLock(before);
      const changes = known === undefined ? [] : lockChanges(known, host.everyTool(), ready);
      const absent = host
        .servers()
        .filter(({ state }) => state !== 'ready')
        .map(({ name }) => name);
      writeFileSync(file, lockText(lockOf(host.everyTool(), keptOf(known, absent))));
      const told = changes.map((change) => `${changeText(change)}\n`).join('');
      return { text: `${told}${count} tools locked in ${file}\n`, value: { file, tools: count, changes } };
    });
  },
};

/** What was locked for servers that could not be asked now stays as it was. */
function keptOf(known: Lock | undefined, absent: readonly string[]): Lock['servers'] {
  const entries = Object.entries(known?.servers ?? {});
  return Object.fromEntries(entries.filter(([name]) => absent.includes(name)));
}
