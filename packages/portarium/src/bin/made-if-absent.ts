import { firstStart } from '../cli/first-start.js';
import { mcpSettings } from './mcp-flags.js';
import { openPlane } from './open-plane.js';

/** For servers whose standard output is the protocol: whoever is curious reads what is said on the other one. */
export async function madeIfAbsent(extra: Readonly<Record<string, unknown>>): Promise<void> {
  const { plane, local } = mcpSettings(extra);
  const say = (text: string) => void process.stderr.write(text);
  await firstStart(openPlane, plane.db, local.workspaceId ?? 'default', { say });
}
