export { Fault, type FaultDetails, type FaultRecord } from './fault.js';
