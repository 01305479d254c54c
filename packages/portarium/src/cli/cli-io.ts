/** Where a command writes, and how it says that it found something wrong. Comes in from outside, so that tests can look. */
export interface CliIo {
  out(text: string | Uint8Array): void;
  err(text: string): void;
  /** The exit code when nothing else goes wrong. */
  fail(code: number): void;
}
