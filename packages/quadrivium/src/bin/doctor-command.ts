import { command, exitCodes } from '@quadrivium/kernel/shell';
import { diagnosisText, examine, verdict } from '../doctor/examine.js';
import { dataFlag, portFlag } from './place-flags.js';

export const doctorCommand = command({
  name: 'doctor',
  description: 'Look for what is wrong with this machine, the data folder and a running server',
  options: { data: dataFlag('the folder to examine'), port: portFlag('the port quadrivium up would use') },
  async run(_, { data, port }) {
    const diagnosis = await examine({ data, port });
    return {
      data: diagnosis,
      details: () => diagnosisText(diagnosis),
      summary: verdict(diagnosis),
      exitCode: diagnosis.healthy ? exitCodes.ok : exitCodes.configuration,
    };
  },
});
