/** What is taken from the network at most; whoever is let in could send anything. */
import { Fault } from '@quadrivium/kernel/fault';

/** One letter. Coordinators cut theirs far below, so that only a single task could be larger. */
export const mostLetterBytes = 256 << 20;
const mostStudyBytes = 1 << 30;

/** Asked by runs before they begin and by workers before they fetch. */
export function requireStudySize(bytes: number): void {
  if (bytes <= mostStudyBytes) return;
  throw new Fault('LimitExceeded', `The study has ${bytes} bytes; workers take ${mostStudyBytes}.`, {
    context: { bytes, most: mostStudyBytes },
    suggestion: 'Run it without --nats.',
  });
}
