import type * as view from '../app/views.js';
import type {
  AgentHeartbeat,
  CancelRun,
  GetRun,
  ListWorkItems,
  RegisterAgent,
  StartRun,
  SubmitApproval,
} from './arguments.js';

/**
 * The control plane as the seven tools see it. A client speaks for one caller: it brings the credentials itself, so that
 * no tool argument can name another.
 */
export interface PortariumClient {
  startRun(args: StartRun): Promise<view.StartedRun>;
  getRun(args: GetRun): Promise<view.RunView>;
  cancelRun(args: CancelRun): Promise<view.CancelledRun>;
  listWorkItems(args: ListWorkItems): Promise<view.Page<view.WorkItemView>>;
  submitApproval(args: SubmitApproval): Promise<view.DecidedApproval>;
  registerAgent(args: RegisterAgent): Promise<view.RegisteredAgent>;
  agentHeartbeat(args: AgentHeartbeat): Promise<view.HeartbeatAnswer>;
}

export type ClientMethod = keyof PortariumClient;
