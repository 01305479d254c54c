/** What another process composition needs of the MCP server; the library API is `index.ts`. */
export type { CareerApp, CareerSettings } from './app/career-app.js';
export { addAtom, addContact, addPosting } from './app/entities.js';
export { createInteraction } from './app/interactions.js';
export { openChecked } from './app/open-checked.js';
export { recordCall } from './tools/record-call.js';
export { careerServer } from './tools/server.js';
