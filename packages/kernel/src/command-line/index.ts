export { type LocalCall, localCalls, type OpenedRuntime } from './local-calls.js';
export { type CallOperation, operationCommand, operationCommands } from './operation-commands.js';
