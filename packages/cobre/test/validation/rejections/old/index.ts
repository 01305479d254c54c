/** What cases of either generation are refused for, by the layer that finds it. */
export { dimensions } from './dimensions.js';
export { references } from './references.js';
export { schema } from './schema.js';
export { semantic } from './semantic.js';
export { structural } from './structural.js';
