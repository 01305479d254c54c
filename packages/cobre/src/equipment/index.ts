/** The kinds of equipment, one line each. What they have to offer stands in `equipment.ts`, who asks them in `members.ts`. */
export { battery } from './battery/index.js';
export { buses } from './buses/index.js';
export { contracts } from './contracts/index.js';
export { hydros } from './hydros/index.js';
export { lines } from './lines/index.js';
export { nonControllables } from './non-controllables/index.js';
export { pumping } from './pumping/index.js';
export { thermals } from './thermals/index.js';
