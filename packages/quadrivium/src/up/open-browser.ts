import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** The program that opens addresses on this system; nothing where nobody would see a window. */
export function browserCommand(platform: NodeJS.Platform, env: Environment): readonly string[] | undefined {
  if (env.CI) return undefined;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

/** A courtesy: a browser that cannot be opened is no reason to stop. */
export function openBrowser(
  url: string,
  platform: NodeJS.Platform = process.platform,
  env: Environment = process.env,
): void {
  const [command, ...args] = browserCommand(platform, env) ?? [];
  if (command === undefined) return;
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' });
  child.once('error', () => {});
  child.unref();
}
