export { openRemoteWorkers, type RemoteWorkers } from './coordinator/remote-workers.js';
export type { WorkersSettings } from './workers-settings.js';
