import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import { colors } from '@quadrivium/kernel/shell';
import { templates } from '../templates/index.js';
import type { Template } from '../templates/template.js';
import type { Answer, CliCommand } from './command.js';
import type { Shell } from './shell.js';
import { plural, table } from './text.js';

interface InitOptions {
  readonly template: string;
  readonly list?: boolean;
  readonly force?: boolean;
}

export const initCommand: CliCommand = {
  name: 'init',
  declare(command, does) {
    command
      .description('Write an example case to start from')
      .argument('[directory]', 'Where to write it')
      .option('--template <name>', `Which example: ${templates.map(({ name }) => name).join(', ')}`, templates[0].name)
      .option('--list', 'Only list the examples')
      .option('--force', 'Write into a directory that is not empty')
      .action(does(init));
  },
};

async function init(shell: Shell, directory: string | undefined, options: InitOptions): Promise<Answer> {
  if (options.list) return listAnswer();
  if (directory === undefined) throw refusal('A directory is needed', 'directory', undefined, 'Try: cobre init demo');
  const template = templateNamed(options.template);
  if (!options.force) await requireEmpty(directory);
  const files = template.files();
  for (const { path, content } of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  const next = shell.outputFormat === 'human' ? ` Next: ${colors.green(`cobre run ${directory}`)}` : '';
  return {
    data: { case_directory: resolve(directory), template: template.name, files: files.map(({ path }) => path) },
    summary: `Wrote ${plural(files.length, 'file')} of ${template.title.toLowerCase()} to ${directory}.${next}`,
    details: () => `${colors.bold(template.title)}: ${template.description}`,
  };
}

function listAnswer(): Answer {
  return {
    data: { templates: templates.map(({ name, title, description }) => ({ name, title, description })) },
    summary: plural(templates.length, 'example'),
    details: () =>
      table(
        ['name', 'what it shows'],
        templates.map(({ name, description }) => [name, description]),
      ),
  };
}

function templateNamed(name: string): Template {
  const found = templates.find((template) => template.name === name);
  if (found) return found;
  const names = templates.map((template) => template.name);
  throw refusal(`There is no example '${name}'`, 'template', name, `Choose from: ${names.join(', ')}.`);
}

async function requireEmpty(directory: string): Promise<void> {
  const entries = await readdir(directory).catch(() => []);
  if (entries.length === 0) return;
  const suggestion = 'Choose another directory, or add --force to write into this one.';
  throw refusal(`'${directory}' is not empty`, 'directory', directory, suggestion);
}

function refusal(message: string, field: string, value: unknown, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', message, { context: { field, value }, suggestion });
}
