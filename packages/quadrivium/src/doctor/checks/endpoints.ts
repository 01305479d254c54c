import { connect } from '@quadrivium/kernel/client';
import { type Check, type Finding, ok, problem } from '../check.js';

const systems = ['cobre', 'portarium', 'career'] as const;

/** A whole handshake and a list of tools, as a host would begin. */
export const endpoints: Check = {
  name: 'mcp',
  async look({ running }) {
    if (running === undefined) return ok('not running');
    if (running === 'somewhere') {
      return problem('a process holds the folder but left no address', 'Stop it and start it again.');
    }
    return (await Promise.all(systems.map((system) => answering(running.inner ?? running.url, system)))).flat();
  },
};

async function answering(url: string, system: string): Promise<readonly Omit<Finding, 'check'>[]> {
  const address = `${url}/${system}/mcp`;
  try {
    const connection = await connect({ type: 'http', url: address, timeout: 10 });
    try {
      const { tools } = await connection.tools();
      return ok(`${address}: ${tools.length} tools`);
    } finally {
      await connection.close();
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return problem(`${address} does not answer: ${why}`, 'Stop quadrivium up and start it again.');
  }
}
