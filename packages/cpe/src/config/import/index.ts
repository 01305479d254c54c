import { codex } from './codex.js';
import type { ImportSource } from './import-source.js';
import { claudeCode, claudeDesktop, cursor } from './json-servers.js';
import { opencode } from './opencode.js';
import { vscode } from './vscode.js';

/** Every program we can import from. Where the form of a file fits several, the first is taken. */
export const importSources: readonly ImportSource[] = [claudeDesktop, claudeCode, cursor, vscode, codex, opencode];
