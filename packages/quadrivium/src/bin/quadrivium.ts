#!/usr/bin/env node
/** `quadrivium`: everything in one process, what is wrong with it, and how to connect a host to it. */
import { homedir } from 'node:os';
import { Fault } from '@quadrivium/kernel';
import { Command, InvalidArgumentError } from 'commander';
import { hostNamed, install, snippetText } from '../connect/connect.js';
import { hosts } from '../connect/hosts.js';
import { diagnosisText, examine } from '../doctor/examine.js';
import { foldersAt } from '../folder/data-folder.js';
import { holderOf } from '../folder/folder-lock.js';
import { openBrowser } from '../up/open-browser.js';
import { readyText } from '../up/ready-text.js';
import { type Running, up } from '../up/up.js';

const defaultPort = 4070;
const defaultData = '.quadrivium';

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('must be a port from 0 to 65535.');
  return port;
}

const say = (text: string) => process.stdout.write(text);

async function runUp(options: { port: number; data: string; demo: boolean; open?: boolean }): Promise<void> {
  const running = await up({ ...options, say: (sentence) => say(`${sentence}\n`) });
  stopOnSignals(running);
  if (options.open) openBrowser(`${running.url}/`);
  // Last, so that whoever reads it may stop the process at once; the key counts as shown only when it has been.
  process.stdout.write(readyText(running, process.cwd()), () => running.introduced());
}

function stopOnSignals(running: Running): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      say('Stopping ... (again to stop at once)\n');
      void running.close().then(() => process.exit(0));
    });
  }
}

async function runDoctor(options: { data: string; port: number; json?: boolean }): Promise<void> {
  const diagnosis = await examine(options);
  say(options.json ? `${JSON.stringify(diagnosis, null, 2)}\n` : diagnosisText(diagnosis));
  if (!diagnosis.healthy) process.exitCode = 1;
}

/** Where the server of this folder listens or, when it does not run, where it would. */
function urlOf(holder: ReturnType<typeof holderOf>): string {
  return typeof holder === 'object' ? holder.url : `http://127.0.0.1:${defaultPort}`;
}

function runConnect(name: string, options: { url?: string; data: string; install?: boolean }): void {
  const host = hostNamed(name);
  const url = options.url ?? urlOf(holderOf(foldersAt(options.data).path));
  const places = { home: homedir(), here: process.cwd(), platform: process.platform, env: process.env };
  say(options.install ? install(host, url, places) : snippetText(host, url));
}

const program = new Command('quadrivium')
  .description('cobre, portarium and career with their MCP servers and the console, in one process.')
  .version('0.1.0');

program
  .command('up')
  .description('Start all servers and the console on one loopback port')
  .option('--port <n>', 'port to listen on; 0 picks a free one', portNumber, defaultPort)
  .option('--data <folder>', 'where everything is kept', defaultData)
  .option('--no-demo', 'do not put demonstration data into a new folder')
  .option('--open', 'open the console in a browser')
  .addHelpText(
    'after',
    `
The first start makes the folder, fills it with a demonstration, and prints the key of its administrator once. Only
programs on this machine can reach the servers. Those without a key may look and ask; deciding needs a key.

Ctrl-C stops after what is running has been finished or checkpointed; a second Ctrl-C stops at once. Neither of them, nor a
power cut, loses what was acknowledged.`,
  )
  .action(runUp);

program
  .command('doctor')
  .description('Look for what is wrong with this machine, the data folder and a running server')
  .option('--data <folder>', 'the folder to examine', defaultData)
  .option('--port <n>', 'the port quadrivium up would use', portNumber, defaultPort)
  .option('--json', 'print JSON')
  .addHelpText('after', '\nExit codes: 0 healthy, 1 something is wrong, 2 wrong usage.')
  .action(runDoctor);

program
  .command('connect')
  .argument('<host>', Object.keys(hosts).join(', '))
  .description('Print what an MCP host needs to know, or put it into its configuration')
  .option('--url <url>', 'where quadrivium up listens; found out when left out')
  .option('--data <folder>', 'the folder of that quadrivium up', defaultData)
  .option('--install', "write it into the host's own file instead of printing it")
  .action(runConnect);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`error: ${error.message}${error.suggestion ? `\n${error.suggestion}` : ''}\n`);
  process.exitCode = 2;
}
