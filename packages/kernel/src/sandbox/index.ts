export { openSandbox, Sandbox, type SandboxOptions } from './sandbox.js';
