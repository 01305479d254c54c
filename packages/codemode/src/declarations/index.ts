/** Tools as TypeScript: names, signatures and whole declarations. */
export { type Catalog, catalogOf } from '../catalog.js';
export { identifierOf } from '../identifiers.js';
export { serversNamed } from '../program/servers-named.js';
export { aliasText, declareTools, memberText, type ToolTypes, toolsText } from './declare-tools.js';
export { firstSentence, signatureOf } from './signatures.js';
