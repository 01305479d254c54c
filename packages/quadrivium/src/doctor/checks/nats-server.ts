import { listWorkers } from '@quadrivium/cobre/server';
import { Fault } from '@quadrivium/kernel/fault';
import { type Check, ok, problem, warning } from '../check.js';

/** Long enough for every worker to be heard once. */
const listeningMs = 1500;

export const natsServer: Check = {
  name: 'nats server',
  async look({ nats }) {
    if (nats === undefined) return ok('none is named; runs of cobre use this machine');
    try {
      const { server, obstacle, workers } = await listWorkers(nats, listeningMs);
      if (obstacle !== null)
        return problem(`version ${server}: ${obstacle}`, 'Start it with JetStream: nats-server -js.');
      const others = workers.filter(({ canTakePart }) => !canTakePart);
      if (others.length > 0) {
        const names = others.map(({ worker, version }) => `${worker} (${version})`).join(', ');
        return warning(`workers of another version: ${names}`, 'Install the same version of cobre everywhere.');
      }
      if (workers.length > 0) return ok(`version ${server}, ${workers.length} workers`);
      return warning(`version ${server}, no worker is there`, 'Start one: cobre worker --nats …');
    } catch (cause) {
      if (!(cause instanceof Fault)) throw cause;
      return problem(cause.message, cause.suggestion ?? 'Look at its log.');
    }
  },
};
