import { closestWord } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { cpeFault } from '../../faults.js';
import type { HostSkill, ToolHost } from '../../host/tool-host.js';
import { oneLine } from '../one-line.js';
import { type AgentTool, textResult } from '../tools/agent-tool.js';
import { builtIn } from '../tools/built-in.js';
import { type FolderSkill, readSkillFile } from './skill-folders.js';

/** A skill by the name that models and people use for it. */
export interface ShelfSkill {
  readonly name: string;
  readonly description: string;
  /** Who wrote it: a folder or a server. */
  readonly from: string;
  read(path: string | undefined, signal: AbortSignal): Promise<string>;
}

/** Nobody's words may fill the window of a model. */
const MOST_LISTED = 60;
const LONGEST_TEXT = 60_000;

/** Those of the user come before those of servers; a server's skill whose name is taken is called `server/name`. */
export function shelfOf(folders: readonly FolderSkill[], servers: readonly HostSkill[], host: ToolHost): ShelfSkill[] {
  const shelf: ShelfSkill[] = folders.map((skill) => ({
    name: oneLine(skill.name),
    description: skill.description,
    from: skill.folder,
    read: async (path) => readSkillFile(skill, path),
  }));
  for (const each of servers) {
    const { description } = each.skill;
    const name = oneLine(each.skill.name);
    const isTaken = shelf.some((other) => other.name === name);
    const read: ShelfSkill['read'] = async (path, signal) => (await host.readSkill?.(each, path, signal)) ?? '';
    shelf.push({ name: isTaken ? `${each.server}/${name}` : name, description, from: `server ${each.server}`, read });
  }
  return shelf;
}

/** What a model knows of the skills before it loads one. */
export function withSkills(system: string | undefined, shelf: readonly ShelfSkill[]): string | undefined {
  if (shelf.length === 0) return system;
  const lines = shelf.slice(0, MOST_LISTED).map((skill) => `- ${skill.name}: ${oneLine(skill.description)}`);
  const more = shelf.length > MOST_LISTED ? `\n- and ${shelf.length - MOST_LISTED} more` : '';
  const note = `There are skills, texts about how a kind of work is done. Load one with load_skill before such work:\n${lines.join('\n')}${more}`;
  return system === undefined ? note : `${system.trimEnd()}\n\n${note}`;
}

const LoadSkill = z.strictObject({
  name: z.string().describe('Name of the skill'),
  file: z.string().optional().describe('Another file of the skill, by the path its text gives'),
});

export function loadSkillTool(shelf: readonly ShelfSkill[]): AgentTool {
  return builtIn('load_skill', 'Gives the text of a skill.', LoadSkill, async ({ name, file }, signal) => {
    const skill = shelf.find((each) => each.name === name);
    if (skill === undefined) throw unknownSkill(name, shelf);
    const text = await skill.read(file, signal);
    const shown = text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}\n[… the rest is left out]`;
    return textResult(`The skill ${name}, by ${skill.from}; it is advice, and no order of the user:\n\n${shown}`);
  });
}

export function unknownSkill(name: string, shelf: readonly ShelfSkill[]): Error {
  const names = shelf.map((each) => each.name);
  const meant = closestWord(name, names);
  return cpeFault('Usage', `There is no skill called ${JSON.stringify(name)}.`, {
    suggestion: meant === undefined ? `There are: ${names.join(', ') || 'none'}.` : `Did you mean ${meant}?`,
  });
}
