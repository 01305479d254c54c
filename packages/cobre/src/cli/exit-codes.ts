import type { Fault } from '@quadrivium/kernel/fault';
import { exitCodes, problemsOf, type ToldFault } from '@quadrivium/kernel/shell';
import { validationKinds } from '../faults.js';
import { deckExitCodes } from '../service/decks/deck-fields.js';

/** The seed's own codes: what is wrong with a case is told apart, and whatever else fails has been tried. */
export function cobreExitCode(fault: Fault): number {
  if (fault.kind === 'InvalidArguments' || fault.kind === 'BadUsage') return exitCodes.usage;
  if (fault.context.deck !== undefined) return deckExitCodes.unreadable;
  if (fault.kind === 'CheckpointFailed') return exitCodes.reported;
  if (fault.kind === 'ProofRefuted') return exitCodes.refused;
  const isInvalid = (validationKinds as readonly string[]).includes(fault.kind);
  return isInvalid ? invalidExitCode(problemsOf(fault)) : exitCodes.failed;
}

/** Whoever only has to correct config.json is told so; anything wrong with the data itself counts for more. */
export function invalidExitCode(errors: readonly ToldFault[]): number {
  return errors.every(isAboutSettings) ? exitCodes.configuration : exitCodes.refused;
}

function isAboutSettings({ kind, context }: ToldFault): boolean {
  return kind === 'IncompatibleSettings' || context.file === 'config.json';
}
