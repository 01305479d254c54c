import type { CodeMode } from '@quadrivium/codemode';
import { own } from '@quadrivium/kernel/essentials';
import { cpeFault, Fault } from '../../faults.js';
import { changeText, lockChanges } from '../../host/lockfile.js';
import type { HostTool, ToolHost } from '../../host/tool-host.js';
import { type AgentTool, textResult } from '../tools/agent-tool.js';
import { inputSchema, inputsOf, withInputs } from './program-inputs.js';
import { type SavedProgram, saveCommand } from './program-library.js';

/** Throws when a tool of the program is not what it was when the program was checked. */
export function holdAgainstLock({ name: program, lock }: Locked, tools: readonly HostTool[]): void {
  const isLocked = ({ server, name }: HostTool): boolean => own(own(lock.servers, server), name) !== undefined;
  const changes = lockChanges(lock, tools.filter(isLocked), Object.keys(lock.servers));
  if (changes.length === 0) return;
  const differences = changes.map(changeText).join('\n');
  throw cpeFault('LockChanged', `The tools of the program ${program} are not what they were:\n${differences}`, {
    context: { program, changes },
    suggestion: `Look at the differences, then check and keep it anew with ${saveCommand(program)}.`,
  });
}

type Locked = Pick<SavedProgram, 'name' | 'lock'>;

/** The tools as these servers offer them now: what is only remembered of a server says nothing about what would be called. */
export async function toolsNow(host: ToolHost, servers: readonly string[]): Promise<readonly HostTool[]> {
  for (const server of servers) await host.settle?.(server);
  await host.refresh();
  return host.everyTool();
}

export interface ProgramRunner {
  readonly mode: () => Promise<CodeMode>;
  readonly tools: (servers: readonly string[]) => Promise<readonly HostTool[]>;
}

/** Saved programs as tools of the model. One that cannot be offered is told and left out: the others are still wanted. */
export function programTools(
  programs: readonly SavedProgram[],
  runner: ProgramRunner,
  warn: (warning: string) => void,
): AgentTool[] {
  const tools = new Map<string, AgentTool>();
  for (const program of programs) {
    try {
      const tool = programTool(program, runner);
      if (tools.has(tool.name)) warn(`the program ${program.name} is left out: another one is the tool ${tool.name}`);
      else tools.set(tool.name, tool);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      warn(`the program ${program.name} is left out: ${error.message}`);
    }
  }
  return [...tools.values()];
}

function programTool({ name, description, code, lock }: SavedProgram, runner: ProgramRunner): AgentTool {
  return {
    name: `run_${name.replaceAll('-', '_')}`,
    title: `program ${name}`,
    description: `${description} A program that the user has saved; what is left out of its inputs is as saved.`,
    inputSchema: inputSchema(inputsOf(code)),
    readOnly: false,
    async use(args, { signal }) {
      try {
        holdAgainstLock({ name, lock }, await runner.tools(Object.keys(lock.servers)));
        return await (await runner.mode()).execute({ code: withInputs(code, args) }, { signal });
      } catch (error) {
        if (error instanceof Fault) return textResult(`${error.message} ${error.suggestion ?? ''}`.trim(), true);
        throw error;
      }
    },
  };
}
