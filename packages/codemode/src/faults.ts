import { Fault, type FaultDetails } from '@quadrivium/kernel/fault';

/** What may keep a program from being offered or run. What goes wrong inside one is a result. */
export type CodeModeFaultKind =
  /** Two names could not be told apart in a program, or one is needed by code mode itself. */
  | 'ConfigInvalid'
  | 'UnknownTool'
  | 'UnknownResult'
  /** The sandbox or the compiler cannot be used at all. */
  | 'SandboxFailed';

export function codeModeFault(
  kind: CodeModeFaultKind,
  message: string,
  details?: FaultDetails,
): Fault<CodeModeFaultKind> {
  return new Fault(kind, message, details);
}

export type { Fault };
