import { inTransaction, type SqliteDatabase } from '@quadrivium/ledger';

/** What a call leaves about itself: written in the transaction of what it tells of, and said to be kept once that holds. */
export interface CallEntry {
  write(): void;
  kept(): void;
}

/** Work, its own evidence and that of the call commit together or not at all. */
export function commitWith<Result>(
  database: SqliteDatabase,
  call: CallEntry | undefined,
  work: () => Result,
  counts: (result: Result) => boolean = () => true,
): Result {
  const result = inTransaction(database, () => {
    const done = work();
    if (counts(done)) call?.write();
    return done;
  });
  if (counts(result)) call?.kept();
  return result;
}
