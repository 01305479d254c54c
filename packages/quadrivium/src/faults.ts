import { Fault, type FaultDetails } from '@quadrivium/kernel/fault';

export type QuadriviumFaultKind =
  | 'UnknownHost'
  | 'HostFileUnreadable'
  | 'PortInUse'
  | 'FolderInUse'
  | 'NameTaken'
  | 'FolderNotWritable'
  | 'FolderUnreadable'
  | 'FolderFromNewerVersion'
  | 'KeyRequired'
  | 'RoleMissing'
  | 'ScopeMissing';

export function quadriviumFault(kind: QuadriviumFaultKind, message: string, details: FaultDetails = {}): Fault {
  return new Fault(kind, message, details);
}
