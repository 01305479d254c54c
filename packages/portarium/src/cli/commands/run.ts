import { operationCommand } from '@quadrivium/kernel';
import { argument, type Command, onSwitch } from '@quadrivium/kernel/shell';
import type { StartedRun } from '../../answers/index.js';
import { startRun } from '../../operations/runs/start.js';
import { type GlobalOptions, portariumCommand } from '../global-flags.js';
import { callsOn, withSession } from '../open-session.js';
import type { OpenPlane } from '../plane-settings.js';
import { watchRun } from './watch-run.js';

/** `run start` as the operation has it, which can also wait for what comes of it. */
export function startCommand(open: OpenPlane): Command {
  const start = operationCommand(startRun as never, callsOn(open));
  const options = { ...start.options, wait: onSwitch('wait', 'wait until the run has ended or needs a person') };
  return {
    ...start,
    options,
    async run(io, given: GlobalOptions & { readonly wait: boolean }) {
      const started = await start.run(io, given as never);
      if (!given.wait) return started;
      const run = (started as { readonly data: StartedRun }).data;
      return withSession(given, open, io, true, (session) => watchRun(session, run.runId, { until: 'person' }));
    },
  };
}

export const watchCommand = (open: OpenPlane): Command =>
  portariumCommand({
    name: 'run watch',
    description: 'Follow a run until it has ended',
    arguments: { run: argument('its id') },
    service: true,
    run: (io, given) => withSession(given, open, io, true, (session) => watchRun(session, given.run, { until: 'end' })),
  });
