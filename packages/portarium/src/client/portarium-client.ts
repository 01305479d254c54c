import type * as z from 'zod';
import type {
  AgentHeartbeat,
  CancelRun,
  GetRun,
  ListWorkItems,
  RegisterAgent,
  StartRun,
  SubmitApproval,
} from './arguments.js';
import type {
  AgentHeartbeatAnswer,
  CancelRunAnswer,
  ListWorkItemsAnswer,
  RegisterAgentAnswer,
  RunAnswer,
  StartRunAnswer,
  SubmitApprovalAnswer,
} from './answers.js';

/**
 * The control plane as the seven tools see it. A client speaks for one caller: it brings the credentials itself, so that
 * no tool argument can name another.
 */
export interface PortariumClient {
  startRun(args: StartRun): Promise<z.input<typeof StartRunAnswer>>;
  getRun(args: GetRun): Promise<z.input<typeof RunAnswer>>;
  cancelRun(args: CancelRun): Promise<z.input<typeof CancelRunAnswer>>;
  listWorkItems(args: ListWorkItems): Promise<z.input<typeof ListWorkItemsAnswer>>;
  submitApproval(args: SubmitApproval): Promise<z.input<typeof SubmitApprovalAnswer>>;
  registerAgent(args: RegisterAgent): Promise<z.input<typeof RegisterAgentAnswer>>;
  agentHeartbeat(args: AgentHeartbeat): Promise<z.input<typeof AgentHeartbeatAnswer>>;
}

export type ClientMethod = keyof PortariumClient;
