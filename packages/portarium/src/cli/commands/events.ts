import { type Command, textValue } from '@quadrivium/kernel/shell';
import { streamEvents } from '../../operations/events/stream.js';
import { portariumCommand } from '../global-flags.js';
import { withSession } from '../open-session.js';
import type { OpenPlane } from '../plane-settings.js';

export const tailCommand = (open: OpenPlane): Command =>
  portariumCommand({
    name: 'events tail',
    description: 'Follow events until interrupted, one JSON object per line',
    options: {
      after: textValue('after', 'number of the last event seen, or latest for what comes next', 'sequence'),
    },
    service: true,
    run: (io, given) =>
      withSession(given, open, io, false, async ({ client, workspaceId }) => {
        let left = '';
        for await (const chunk of client.stream(streamEvents, { workspaceId, after: given.after }, io.signal)) {
          const lines = (left + chunk).split('\n');
          left = lines.pop() ?? '';
          for (const line of lines)
            if (line.startsWith('data: ') && !(await io.print(`${line.slice(6)}\n`))) return undefined;
        }
        return undefined;
      }),
  });
