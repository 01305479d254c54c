import { chosenPort } from '../../up/free-port.js';
import { type Check, ok, problem } from '../check.js';

export const port: Check = {
  name: 'port',
  async look({ port: wanted, running }) {
    if (running !== undefined) {
      return ok(running === 'somewhere' ? 'in use by the process that holds the folder' : `in use at ${running.url}`);
    }
    try {
      await chosenPort(wanted);
      return ok(`${wanted} is free`);
    } catch {
      return problem(`${wanted} is used by another program`, 'Start with another one: quadrivium up --port 0.');
    }
  },
};
