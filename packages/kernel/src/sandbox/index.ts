export { openSandbox, Sandbox, type SandboxOptions } from './sandbox.js';
export { wholeFileSystem } from './whole-file-system.js';
