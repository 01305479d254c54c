/** The MCP server as a program, for `cobre-mcp` and `cobre serve`. */
import { availableParallelism } from 'node:os';
import { type ExtraFlags, openSandbox, serveMain } from '@quadrivium/kernel';
import { workersFrom } from '../distribution/workers-settings.js';
import { limitsFrom, readingFlags, sandboxOptions } from '../reader/limits.js';
import { Readers } from '../reader/readers.js';
import { cobreServer } from '../server.js';
import { natsFlags, workersFlag } from '../service/nats-flags.js';
import { cobreServices } from '../service/services.js';

/** What this server can be told beyond what every server can. */
export const cobreFlags = { ...readingFlags, ...natsFlags, workers: workersFlag } satisfies ExtraFlags;

/** Serves as the words after the program say, until the client leaves or a signal comes. */
export function serveCobre(): Promise<void> {
  let readers: Readers | undefined;
  return serveMain(
    {
      name: 'cobre',
      version: '2.0.0',
      title: 'Hydrothermal planning',
      define({ threads = availableParallelism(), extra }) {
        readers = new Readers(limitsFrom(extra), threads);
        const workers = workersFrom(extra);
        return cobreServer(cobreServices({ threads, readers, ...(workers ? { workers } : {}) }));
      },
    },
    {
      extraFlags: cobreFlags,
      runtime: async ({ allowedDirs, extra }) => ({
        files: await openSandbox(allowedDirs, sandboxOptions(limitsFrom(extra).maxFileBytes)),
      }),
      // One that is busy with a file does not notice that the server has gone.
      onClose: () => readers?.close(),
    },
  );
}
