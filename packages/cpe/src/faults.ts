import { Fault, type FaultDetails } from '@quadrivium/kernel/fault';

/** Everything a caller of this package may have to deal with. Faults between us and a server have the kernel's kinds. */
export type CpeFaultKind =
  /** The command line asks for something that makes no sense. */
  | 'Usage'
  | 'ConfigMissing'
  | 'ConfigInvalid'
  | 'UnknownModel'
  | 'UnknownServer'
  | 'UnknownTool'
  | 'NoServers'
  /** Servers are connected, but none of them offers a tool. */
  | 'NoTools'
  | 'DuplicateTool'
  /** The arguments are not JSON or do not fit the schema of the tool; nothing was sent. */
  | 'InvalidArguments'
  /** The tool ran and reports a failure. */
  | 'ToolFailed'
  | 'ResourceLink'
  | 'UnknownResult'
  | 'LockChanged'
  | 'ImportFailed'
  /** Nobody came back from the authorization server. */
  | 'LoginFailed'
  | 'Cancelled'
  /** The diagnosis of `cpe mcp doctor` is not good. */
  | 'Unhealthy'
  | 'ModelFailed'
  /** Events of a subagent could not be delivered, and the run is not to go on without them. */
  | 'EventsFailed'
  /** Subagents call subagents, deeper than allowed. */
  | 'TooDeep'
  /** A replayed run asks for something that the recording does not have. */
  | 'CassetteMismatch'
  /** A program of code mode did not come to its end. */
  | 'ProgramFailed'
  | 'SandboxFailed';

export function cpeFault(kind: CpeFaultKind, message: string, details?: FaultDetails): Fault<CpeFaultKind> {
  return new Fault(kind, message, details);
}

export { Fault };
