/** The programs of the story, started as a person would start them, in a folder of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../packages');
const programs = {
  quadrivium: join(packages, 'quadrivium/bundle/quadrivium.js'),
  cpe: join(packages, 'cpe/bundle/cpe.js'),
  portarium: join(packages, 'portarium/bundle/portarium.js'),
} as const;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

function launch(program: keyof typeof programs, args: readonly string[], { cwd, env }: Surroundings): ChildProcess {
  const options = { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] as const };
  return spawn(process.execPath, [programs[program], ...args], options as never);
}

export function run(program: keyof typeof programs, args: readonly string[], where: Surroundings): Promise<Finished> {
  const child = launch(program, args, where);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

export interface Server {
  readonly url: string;
  /** The administrator's key; only the first start on a folder prints it. */
  readonly key: string | undefined;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** `quadrivium up`, as soon as it says that it is ready. */
export async function startServer(cwd: string, port = 0): Promise<Server> {
  const child = launch('quadrivium', ['up', '--port', String(port), '--data', join(cwd, 'data')], { cwd });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // However the story ends, nothing is left running.
  process.once('exit', () => child.kill('SIGKILL'));
  let text = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk;
      if (text.includes('connect claude-code')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => reject(new Error(`quadrivium up ended: ${text}`)));
  });
  return {
    url: /ready at (\S+)/.exec(text)?.[1] ?? '',
    key: /shown this one time:\s+(\S+)/.exec(text)?.[1],
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
