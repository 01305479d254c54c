import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { converse } from './converse.js';
import type { Executor } from './executor.js';
import { startSandboxChild } from './sandbox-child.js';
import { workerText } from './worker-text.js';

/** V8 holds only texts on their way; the memory of the program itself is counted by the machine. */
const HEAP_HEADROOM_MB = 64;
/** The machine's own stack lies on V8's, which must not end first: its limit cannot be caught and has no line number. */
const STACK_KB = 4_000;

interface MachineFiles {
  readonly core: string;
  readonly variant: string;
  /** The only folders that the child may read. */
  readonly folders: readonly string[];
}

/** Dependencies of the machine's package and not of ours, so they are found from its place. */
const CORE = 'quickjs-emscripten-core';
const VARIANT = '@jitl/quickjs-wasmfile-release-sync';
const TYPES = '@jitl/quickjs-ffi-types';

function machineFiles(): MachineFiles {
  const main = createRequire(import.meta.url).resolve('quickjs-emscripten');
  const require = createRequire(main);
  const core = require.resolve(CORE);
  const variant = require.resolve(VARIANT);
  const types = createRequire(core).resolve(TYPES);
  return { core, variant, folders: [core, variant, types].map((file) => packageOf(realpathSync(file))) };
}

function packageOf(file: string): string {
  return `${dirname(dirname(file))}/`;
}

/** The flag lost its prefix when the feature left its trial period. */
function permissionFlag(): string {
  return process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
}

function childArguments(text: string, memoryBytes: number): string[] {
  const { core, variant, folders } = machineFiles();
  const heapMb = Math.ceil(memoryBytes / 2 ** 20) + HEAP_HEADROOM_MB;
  return [
    permissionFlag(),
    ...folders.map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${heapMb}`,
    `--stack-size=${STACK_KB}`,
    '--no-warnings',
    '--input-type=module',
    '-e',
    text,
    core,
    variant,
    String(memoryBytes),
  ];
}

/**
 * QuickJS, compiled to WebAssembly, in a child process that Node denies files, processes and native code: a program would
 * have to break three walls, and behind the last one there is neither an environment nor a credential.
 */
export function quickJsExecutor(): Executor {
  let text: string | undefined;
  return {
    name: 'quickjs',
    open(limits) {
      text ??= workerText('quickjs', import.meta.url);
      const child = startSandboxChild(childArguments(text, limits.memoryBytes));
      return {
        run: (program, bridge, signal) => converse(child, program, limits, bridge, signal),
        close: () => child.kill(),
      };
    },
  };
}
