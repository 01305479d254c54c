import { shortened } from '../../../agent/run-printer.js';
import { cpeFault } from '../../../faults.js';
import type { SlashCommand } from './slash-command.js';

export const tasks: SlashCommand = {
  name: 'tasks',
  words: '[cancel <task>]',
  description: 'calls that go on by themselves; cancel asks the server to stop one',
  async run({ session: { host } }, words) {
    const listed = host.tasks?.list() ?? [];
    const [, id] = /^cancel\s+(\S+)$/.exec(words) ?? [];
    if (words !== '' && id === undefined) throw cpeFault('Usage', 'Use /tasks, or /tasks cancel <task>.');
    if (id !== undefined) {
      const task = listed.find(({ news }) => news.taskId === id);
      if (task === undefined) throw cpeFault('Usage', `There is no task ${id}.`, { suggestion: '/tasks lists them.' });
      await host.tasks?.cancel(task.server, id);
      return `${id} was asked to stop\n`;
    }
    if (listed.length === 0) return 'nothing goes on by itself\n';
    return listed
      .map(({ server, tool, news: { taskId, status, statusMessage = '' } }) =>
        shortened(`${taskId}  ${server}/${tool}  ${status}  ${statusMessage}`).concat('\n'),
      )
      .join('');
  },
};
