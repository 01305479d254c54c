export { type Crew, openCrew } from './coordinator/crew.js';
export type { WorkersSettings } from './workers-settings.js';
