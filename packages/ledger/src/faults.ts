import { Fault, type FaultDetails } from '@quadrivium/kernel/fault';

/** Every way in which the ledger refuses or fails; callers branch on these names. */
export type LedgerFaultKind =
  | 'NotCanonical'
  | 'InvalidDraft'
  | 'EntryTooLarge'
  | 'NoTransaction'
  | 'TransactionOpen'
  | 'AsyncTransaction'
  | 'EmptyChain'
  | 'InvalidKey'
  | 'CutMeanwhile'
  | 'DatabaseBusy'
  | 'InvalidInput';

/** Spelled once so that a misspelt kind does not compile. */
export function ledgerFault(kind: LedgerFaultKind, message: string, details?: FaultDetails): Fault<LedgerFaultKind> {
  return new Fault(kind, message, details);
}
