/** What another process composition needs of the control plane; the library API is `index.ts`. */
export type { ControlPlane } from './app/control-plane.js';
export { openPlaneWith } from './bin/open-plane.js';
export { authenticateByStoredKeys } from './http/authenticator.js';
export { httpService } from './http/service.js';
