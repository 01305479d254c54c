/** Ends the program without serving: what to print, where, and with which exit code. */
export class EarlyExit extends Error {
  readonly code: number;
  readonly output: string;

  constructor(code: number, output: string) {
    super(output);
    this.code = code;
    this.output = output;
  }
}
