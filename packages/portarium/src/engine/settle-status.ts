import type { ControlState, Run } from '../domain/run.js';
import type { RunBook } from './book.js';
import type { Settings } from './settings.js';

/** Makes the status of a run that goes on say what its steps say. */
export function settleStatus(book: RunBook, { workspace }: Settings): void {
  if (book.run.status === 'Pending' && workspace.frozen !== undefined) {
    noteFrozen(book, workspace.frozen.reason);
    return;
  }
  const status = statusOf(book);
  const before = book.run.status;
  if (before === 'Pending' && status !== 'Running') book.moveRun('Running');
  if (book.moveRun(status)) tellMove(book, before);
  const frozen = workspace.frozen !== undefined;
  const controlState: ControlState | undefined = frozen
    ? 'frozen'
    : book.isBlocked
      ? 'blocked'
      : isWaiting(book)
        ? 'waiting'
        : undefined;
  const waitingFor = frozen ? `The workspace is frozen: ${workspace.frozen?.reason}` : reasonOf(book);
  if (book.run.controlState !== controlState || book.run.waitingFor !== waitingFor)
    book.changeRun({ controlState, waitingFor });
}

function noteFrozen(book: RunBook, reason: string): void {
  book.changeRun({ controlState: 'frozen', waitingFor: `The workspace is frozen: ${reason}` });
}

function statusOf(book: RunBook): Run['status'] {
  if (book.run.ending !== undefined) return book.run.status === 'Pending' ? 'Running' : book.run.status;
  if (book.isBlocked || book.run.pausedBy !== undefined) return 'Paused';
  return book.steps.some(({ state }) => state === 'WaitingForApproval') ? 'WaitingForApproval' : 'Running';
}

function isWaiting(book: RunBook): boolean {
  return book.inFlight.length === 0 && book.steps.some(({ state }) => state.startsWith('WaitingFor'));
}

function reasonOf(book: RunBook): string | undefined {
  const { steps, run } = book;
  if (run.stopped !== undefined)
    return run.compensates === undefined
      ? `The engine cannot carry this run: ${run.stopped}`
      : `Undoing ${run.stopped}`;
  if (run.pausedBy !== undefined) return `Paused by ${run.pausedBy}.`;
  const unknown = steps.find(({ state }) => state === 'UnknownOutcome');
  if (unknown !== undefined) return `Nobody knows whether the call of step "${unknown.stepId}" took effect.`;
  const stopped = steps.find((step) => step.state === 'Blocked');
  if (stopped !== undefined) return `Step "${stopped.stepId}" is stopped: ${stopped.blockedBecause}`;
  const waiting = steps.find(({ state }) => state.startsWith('WaitingFor'));
  return waiting === undefined ? undefined : `Step "${waiting.stepId}": ${waiting.state}.`;
}

function tellMove(book: RunBook, from: Run['status']): void {
  const { status } = book.run;
  const name = status === 'Paused' ? 'RunPaused' : status === 'WaitingForApproval' ? 'RunWaiting' : 'RunResumed';
  book.evidence({ category: 'Run', type: name, summary: `The run is now ${status}.`, detail: { from, to: status } });
  book.emit(`run.${name}`, { from, status });
}
