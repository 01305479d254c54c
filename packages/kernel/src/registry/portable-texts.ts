/**
 * A server whose tools are listed under portable names speaks of them under these: a model can only call what it was shown,
 * so "ask cobre/statistics" would send it to a tool that its list does not have.
 */
import { mapStrings } from '../essentials/map-strings.js';
import { Fault } from '../fault.js';
import type { ErrorProfile } from './error-profile.js';
import { portableName } from './names.js';
import type { Operation } from './operation.js';
import type { PromptDefinition } from './prompt.js';
import type { ServerDefinition } from './server-definition.js';

/** Words for people and models, with every tool in them under another name. */
export type Wording = (text: string) => string;

/** The same server, in whose texts every tool has its portable name. */
export function inPortableNames(definition: ServerDefinition): ServerDefinition {
  const say = portableWording((definition.operations ?? []).map(({ name }) => name));
  const { instructions, skills, operations, resources, prompts } = definition;
  return {
    ...definition,
    errorProfile: saidBy(definition.errorProfile, say),
    ...(instructions === undefined ? {} : { instructions: say(instructions) }),
    ...(skills === undefined ? {} : { skills: skills.map((skill) => mapStrings(skill, say)) }),
    ...(operations === undefined ? {} : { operations: operations.map((each) => operationSaid(each, say)) }),
    ...(resources === undefined ? {} : { resources: resources.map((each) => describedBy(each, say)) }),
    ...(prompts === undefined ? {} : { prompts: prompts.map((each) => promptSaid(each, say)) }),
  };
}

/** Longer names first, so that none is taken for the beginning of another; a path that ends like a tool is no tool. */
export function portableWording(names: readonly string[]): Wording {
  const changed = names.filter((name) => portableName(name) !== name).sort((a, b) => b.length - a.length);
  if (changed.length === 0) return (text) => text;
  const tool = new RegExp(`(?<![\\w./-])(?:${changed.map(literally).join('|')})(?![\\w/-])`, 'g');
  return (text) => text.replaceAll(tool, portableName);
}

const literally = (name: string): string => name.replaceAll(/[^\w/-]/g, String.raw`\$&`);

/** What it is listed with is said anew where the list is made. */
function operationSaid(operation: Operation, say: Wording): Operation {
  const { narrower } = operation;
  return narrower === undefined ? operation : { ...operation, narrower: say(narrower) };
}

function describedBy<Item extends { readonly description: string }>(item: Item, say: Wording): Item {
  return { ...item, description: say(item.description) };
}

function promptSaid(prompt: PromptDefinition, say: Wording): PromptDefinition {
  const run: PromptDefinition['run'] = async (args, context) => mapStrings(await prompt.run(args, context), say);
  return { ...describedBy(prompt, say), run };
}

/** What failed is told as it is, because it may quote a path; the advice is ours. */
function saidBy(profile: ErrorProfile, say: Wording): ErrorProfile {
  return {
    ...profile,
    encode(failure) {
      const { kind, message, suggestion, ...rest } = failure.fault;
      if (suggestion === undefined) return profile.encode(failure);
      return profile.encode({ ...failure, fault: new Fault(kind, message, { ...rest, suggestion: say(suggestion) }) });
    },
  };
}
