/** What a command may touch besides files: its output, and the clock. */
export interface CommandIo {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly stdin: NodeJS.ReadableStream;
  now(): Date;
}

/** 0: did what was asked, or valid. 1: broken. 2: asked wrongly, or could not be done. */
export type ExitCode = 0 | 1 | 2;

export function printLine(stream: NodeJS.WritableStream, text: string): void {
  stream.write(`${text}\n`);
}
