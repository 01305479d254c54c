export { type ChildOptions, type ChildServer, startChildServer } from './child-server.js';
export { expectGolden } from './golden.js';
export * from './in-memory.js';
export { type MemoryTerminal, memoryTerminal } from './memory-terminal.js';
export { RawSession, type WireValue } from './raw-session.js';
