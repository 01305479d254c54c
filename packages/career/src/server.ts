/** What another process composition needs of the MCP server; the library API is `index.ts`. */
export type { CareerApp, CareerSettings } from './app/career-app.js';
export { openChecked } from './app/open-checked.js';
export { careerAudit } from './operations/audit.js';
export { careerServer } from './operations/server.js';
