import { MachineView } from '../../answers/agents.js';
import { getMachine as read } from '../../app/agents/machines.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getMachine = define({
  name: 'portarium_machine_get',
  title: 'One machine',
  description: 'One machine',
  effect: 'read',
  needs: 'agent:read',
  input: { machineId: id },
  output: MachineView,
  rest: { method: 'GET', path: '/machines/{machineId}', tag: 'Agents' },
  run: (deps, caller, { machineId }) => read(deps, caller, machineId),
});
