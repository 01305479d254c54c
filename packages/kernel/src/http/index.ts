export type { Endpoint, Exchange, RefusalBody, Refused, Routes, Upgrade } from './endpoint.js';
export { type CloseOptions, type HttpFront, type HttpFrontOptions, openHttpFront } from './front.js';
export { Metrics } from './metrics.js';
