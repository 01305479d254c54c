import { natsFlags, requireNats } from '@quadrivium/cobre/server';
import { command, exitCodes } from '@quadrivium/kernel/shell';
import { diagnosisText, examine, verdict } from '../doctor/examine.js';
import { dataFlag, portFlag } from './place-flags.js';

export const doctorCommand = command({
  name: 'doctor',
  description: 'Look for what is wrong with this machine, the data folder and a running server',
  options: {
    data: dataFlag('the folder to examine'),
    port: portFlag('the port quadrivium up would use'),
    ...natsFlags,
  },
  async run(_, { data, port, ...given }) {
    const nats = given.nats === undefined ? undefined : requireNats(given);
    const diagnosis = await examine({ data, port, nats });
    return {
      data: diagnosis,
      details: () => diagnosisText(diagnosis),
      summary: verdict(diagnosis),
      exitCode: diagnosis.healthy ? exitCodes.ok : exitCodes.configuration,
    };
  },
});
