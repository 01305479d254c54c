/** `cpe` at a real terminal, in the folder of a workbench. */
import { type AtTerminal, atTerminal } from '../commands/pty.js';
import { expectNoneLeft, newMark } from '../host/servers.js';
import { cpeBundle, type Workbench } from './workbench.js';

export interface Sitting extends AtTerminal {
  /** In the environment of every process that was started there. */
  readonly mark: string;
}

export function sitDown(bench: Workbench, ...args: string[]): Sitting {
  return sitDownTo(bench, [process.execPath, cpeBundle(), ...args]);
}

/** `cpe` in a line of the shell, which may send what it says elsewhere. */
export function sitDownToShell(bench: Workbench, line: (cpe: string) => string): Sitting {
  return sitDownTo(bench, ['sh', '-c', line(`"${process.execPath}" "${cpeBundle()}"`)]);
}

function sitDownTo(bench: Workbench, command: readonly string[]): Sitting {
  const mark = newMark();
  const { CPE_MODEL: _model, CI: _ci, ...inherited } = process.env;
  const env = { ...inherited, MOCK_KEY: 'key-of-the-mock', CPE_TEST_MARK: mark, XDG_STATE_HOME: bench.path('state') };
  const terminal = atTerminal(command, { cwd: bench.folder, env });
  bench.beforeRemoval(async () => {
    await terminal.end();
    await expectNoneLeft(mark);
  });
  return { ...terminal, mark };
}

/** The rest of an answer that nobody waits for. */
export const never = new Promise<void>(() => undefined);
