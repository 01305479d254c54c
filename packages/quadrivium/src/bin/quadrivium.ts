#!/usr/bin/env node
/** `quadrivium`: everything in one process, and how to connect a host to it. */
import { Fault } from '@quadrivium/kernel';
import { Command, InvalidArgumentError } from 'commander';
import { hosts } from '../connect/hosts.js';
import { readyText } from '../up/ready-text.js';
import { up } from '../up/up.js';

const defaultPort = 4070;

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('must be a port from 0 to 65535.');
  return port;
}

async function runUp(options: { port: number; data: string; demo: boolean }): Promise<void> {
  const running = await up(options);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      process.stdout.write('Stopping ...\n');
      void running.close().then(() => process.exit(0));
    });
  }
  // Last, so that whoever reads it may stop the process at once.
  process.stdout.write(readyText(running));
}

function runConnect(name: string, options: { url: string }): void {
  const host = hosts[name];
  if (host === undefined) {
    throw new Fault('UnknownHost', `There is no host "${name}".`, {
      suggestion: `Use one of: ${Object.keys(hosts).join(', ')}.`,
    });
  }
  process.stdout.write(`${host.title}: ${host.where}\n\n${host.snippet(options.url)}\n`);
}

const program = new Command('quadrivium')
  .description('cobre, career and their MCP servers in one process.')
  .version('0.1.0');

program
  .command('up')
  .description('start all servers on one loopback port')
  .option('--port <n>', 'port to listen on; 0 picks a free one', portNumber, defaultPort)
  .option('--data <folder>', 'where everything is kept', '.quadrivium')
  .option('--no-demo', 'do not put demonstration data into a new folder')
  .action(runUp);

program
  .command('connect')
  .argument('<host>', Object.keys(hosts).join(', '))
  .description('print how to connect an MCP host')
  .option('--url <url>', 'where quadrivium up listens', `http://127.0.0.1:${defaultPort}`)
  .action(runConnect);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`error: ${error.message}${error.suggestion ? `\n${error.suggestion}` : ''}\n`);
  process.exitCode = 2;
}
