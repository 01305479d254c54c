import { plainText } from '@quadrivium/kernel/shell';
import { shortened } from '../../../agent/run-printer.js';
import { unknownSkill } from '../../../agent/skills/skill-shelf.js';
import type { SlashCommand } from './slash-command.js';

export const skills: SlashCommand = {
  name: 'skills',
  words: '[name]',
  description: 'texts about how a kind of work is done, which the model loads by itself; with a name, show one',
  async run({ session }, name) {
    const found = session.skills.find((skill) => skill.name === name);
    if (name !== '' && found === undefined) throw unknownSkill(name, session.skills);
    if (found !== undefined)
      return plainText(`${(await found.read(undefined, AbortSignal.timeout(60_000))).trimEnd()}\n`);
    if (session.skills.length === 0) return 'there are none; a folder .cpe/skills/<name> with a SKILL.md is one\n';
    return session.skills.map(({ name: each, description }) => `${shortened(`${each}: ${description}`)}\n`).join('');
  },
};
