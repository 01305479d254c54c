import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeWhole } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import {
  type Answer,
  colors,
  command,
  onSwitch,
  optionalArgument,
  textValue,
  withDefault,
} from '@quadrivium/kernel/shell';
import { toldWriting } from '../service/files/told-writing.js';
import { templates } from '../templates/index.js';
import type { Template } from '../templates/template.js';
import { plural, table } from './text.js';

const names = templates.map(({ name }) => name).join(', ');

export const initCommand = command({
  name: 'init',
  description: 'Write an example case to start from',
  arguments: { directory: optionalArgument('Where to write it') },
  options: {
    template: withDefault(textValue('template', `Which example: ${names}`, 'name'), templates[0].name),
    list: onSwitch('list', 'Only list the examples'),
    force: onSwitch('force', 'Write into a directory that is not empty'),
  },
  run({ forPeople }, { directory, template, list, force }) {
    if (list) return listAnswer();
    if (directory === undefined) throw refusal('A directory is needed', 'directory', undefined, 'Try: cobre init demo');
    return init(directory, templateNamed(template), force, forPeople);
  },
});

async function init(directory: string, template: Template, force: boolean, forPeople: boolean): Promise<Answer> {
  if (!force) await requireEmpty(directory);
  const files = template.files();
  const written: string[] = [];
  const write = async (): Promise<void> => {
    for (const { path, content } of files) {
      const file = join(directory, path);
      await writeWhole(file, content);
      written.push(file);
    }
  };
  const undo = async (): Promise<void> => {
    if (!force) for (const file of written) await rm(file, { force: true });
  };
  await toldWriting(resolve(directory), write, {
    undo,
    kept: force ? 'a part of its files is written' : 'nothing of it was kept',
  });
  const next = forPeople ? ` Next: ${colors.green(`cobre run ${directory}`)}` : '';
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
  throw refusal(`There is no example '${name}'`, 'template', name, `Choose from: ${names}.`);
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
