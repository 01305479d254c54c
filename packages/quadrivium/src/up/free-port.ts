import { createServer } from 'node:net';
import { quadriviumFault } from '../faults.js';

/**
 * The systems call each other by address, so the port must be known before anything listens on it. One that is taken is
 * better told now than after everything has been opened.
 */
export function chosenPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', (cause: NodeJS.ErrnoException) => reject(cannotUse(port, cause)));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

function cannotUse(port: number, cause: NodeJS.ErrnoException): Error {
  const why = cause.code === 'EADDRINUSE' ? 'another program uses it' : cause.message;
  return quadriviumFault('PortInUse', `Port ${port} cannot be used: ${why}.`, {
    cause,
    context: { port, code: cause.code },
    suggestion: 'Choose another one, or let one be found: --port 0 (with npm: npm start -- --port 0).',
  });
}
