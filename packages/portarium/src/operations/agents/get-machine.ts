import { getMachine as read } from '../../app/agents.js';
import { define } from '../define.js';
import { id } from '../fields.js';
import { MachineAnswer } from './answers.js';

export const getMachine = define({
  name: 'portarium_machine_get',
  title: 'One machine',
  description: 'One machine',
  effect: 'read',
  needs: 'agent:read',
  input: { machineId: id },
  output: MachineAnswer,
  rest: { method: 'GET', path: '/machines/{machineId}', operationId: 'getMachine', tag: 'Agents' },
  run: (deps, caller, { machineId }) => read(deps, caller, machineId),
});
