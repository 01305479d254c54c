import { listMachines as list } from '../../app/agents.js';
import { define } from '../define.js';
import { items } from '../fields.js';
import { MachineListAnswer } from './answers.js';

export const listMachines = define({
  name: 'portarium_machine_list',
  title: 'List machines',
  description: 'List machines',
  effect: 'read',
  needs: 'agent:read',
  output: MachineListAnswer,
  rest: { method: 'GET', path: '/machines', operationId: 'listMachines', tag: 'Agents' },
  run: (deps, caller) => items(list(deps, caller)),
});
