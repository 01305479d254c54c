/**
 * The one door for what servers supply: messages, schemas and texts are measured against stated bounds before they are
 * values of ours, and nothing in them can make the host stop.
 */
export { bounds } from './bounds.js';
export { introduced } from './introduction.js';
export { parseBounded } from './json/json-gauge.js';
export { judgeTool } from './lists/judge-lists.js';
export { type ProtocolBreach, salvage } from './lists/salvage.js';
export { type Misfit, type SchemaVerdict, schemaCheck } from './schema/schema-check.js';
export { schemaExcess } from './schema/schema-size.js';
export { cutText } from './texts.js';
