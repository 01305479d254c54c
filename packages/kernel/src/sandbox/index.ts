export { openSandbox, Sandbox, type SandboxEntry, type SandboxOptions } from './sandbox.js';
