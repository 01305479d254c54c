export { type CertificateFiles, certificateOf } from './certificate.js';
export { certificateTerm } from './certificate-term.js';
export type { Endpoint, Exchange, RefusalBody, Refused, Routes, Upgrade } from './endpoint.js';
export { type HttpFront, openHttpFront } from './front/front.js';
export type { CloseOptions, HttpFrontOptions } from './front/options.js';
export { hasHungUp } from './hung-up.js';
export { type Metrics, openMetrics } from './metrics.js';
