import { machineHeartbeat as beat } from '../../app/agents.js';
import { define } from '../define.js';
import { id } from '../fields.js';
import { heartbeatStatus, MachineHeartbeatAnswer } from './answers.js';

export const machineHeartbeat = define({
  name: 'portarium_machine_heartbeat',
  title: 'Machine heartbeat',
  description: 'Sign of life of a machine',
  effect: 'write',
  idempotent: true,
  needs: 'agent:heartbeat',
  input: { machineId: id, status: heartbeatStatus },
  output: MachineHeartbeatAnswer,
  rest: { method: 'POST', path: '/machines/{machineId}/heartbeat', operationId: 'machineHeartbeat', tag: 'Agents' },
  run: beat,
});
