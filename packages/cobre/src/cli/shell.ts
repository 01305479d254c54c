import { type Files, plainFiles } from '../service/files/files.js';
import { type Call, localCalls } from './local-calls.js';

export const outputFormats = ['human', 'json', 'json-lines'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Options every command has. */
export interface CommonOptions {
  readonly outputFormat: OutputFormat;
  readonly quiet?: boolean;
  readonly progress: boolean;
  readonly auditLog?: string;
}

/** Where a command runs: how it may talk, and the files it may use. */
export interface Shell extends CommonOptions {
  readonly files: Files;
  /** Columns of the terminal. */
  readonly width: number;
  /** Whether a line that moves can be seen by somebody. */
  readonly live: boolean;
  /** Calls an operation, through the gate. */
  readonly call: Call;
  print(text: string): void;
  /** For what is not the answer: progress, remarks. */
  note(text: string): void;
}

const widthWithoutTerminal = 100;

export function processShell(options: CommonOptions): Shell {
  const { stdout, stderr } = process;
  const note = (text: string): void => void stderr.write(text);
  return {
    ...options,
    files: plainFiles(process.cwd()),
    width: stdout.columns ?? stderr.columns ?? widthWithoutTerminal,
    live: stderr.isTTY === true && options.outputFormat === 'human',
    call: localCalls({ auditLog: options.auditLog, note }),
    print: (text) => void stdout.write(text),
    note,
  };
}
