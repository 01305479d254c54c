import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Command, onSwitch, textValue } from '@quadrivium/kernel/shell';
import { nodeCrypto, verifyLines } from '@quadrivium/ledger';
import { portariumFault } from '../../faults.js';
import { runRetention } from '../../operations/retention/run.js';
import { type CommandContext, shown } from '../command-context.js';
import { portariumCommand } from '../global-flags.js';
import { withSession } from '../open-session.js';
import type { OpenPlane } from '../plane-settings.js';
import { exportTo } from './evidence.js';

export const retentionCommand = (open: OpenPlane): Command =>
  portariumCommand({
    name: 'retention run',
    description:
      'Remove what has been kept long enough, cut old evidence off with a signed statement, give back the room',
    options: {
      export: textValue('export', 'write the evidence to this file first, and remove only what is in it', 'file'),
      compact: onSwitch('compact', 'write the database anew, which nobody can use meanwhile'),
    },
    run: (io, given) =>
      withSession(given, open, io, false, async (session) => {
        const evidenceUpTo = given.export === undefined ? undefined : await exported(session, given.export);
        const { client, workspaceId } = session;
        const { compact } = given;
        return shown(await client.call(runRetention, { workspaceId, compact, evidenceUpTo }, io.signal));
      }),
  });

/** Up to which entry the file holds the evidence; nothing is removed for the sake of a file that does not verify. */
async function exported(session: CommandContext, file: string): Promise<number> {
  await exportTo(session, file);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const { valid, chains } = await verifyLines(lines, { crypto: nodeCrypto });
  if (valid) return chains[0]?.head.seq ?? 0;
  throw portariumFault('Conflict', `What was exported to ${file} does not verify, so nothing was removed.`, {
    suggestion: 'See what is wrong with it: portarium evidence verify',
  });
}
