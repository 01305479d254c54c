export { type CertificateFiles, certificateOf } from './certificate.js';
export { certificateTerm } from './certificate-term.js';
export type { Endpoint, Exchange, RefusalBody, Refused, Routes, Upgrade } from './endpoint.js';
export { type CloseOptions, type HttpFront, type HttpFrontOptions, openHttpFront } from './front.js';
export { hasHungUp } from './hung-up.js';
export { type Metrics, openMetrics } from './metrics.js';
