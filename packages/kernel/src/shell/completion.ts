/**
 * Scripts that complete the words of a program, made from the commander that parses them, so that help, parser and
 * completion never disagree. A script knows, for each command, its commands, its options and the words that options take.
 */
import type { Command as Commander } from 'commander';
import { Fault } from '../fault.js';
import { argument, type Command, command } from './command.js';
import { everyCommand } from './commander-tree.js';
import type { Flags } from './flag.js';

/** What can follow the words of one command. */
interface Place {
  /** `run start`; empty at the beginning. */
  readonly path: string;
  /** Commands, and words that an argument takes. */
  readonly commands: readonly string[];
  readonly options: readonly string[];
}

const writers: Readonly<Record<string, (program: string, places: readonly Place[]) => string>> = { bash, zsh, fish };

/** A shell that it does not know is a mistake of the kind that this program has for them. */
export function completionCommand(
  program: string,
  root: () => Commander,
  shared: Flags,
  usageKind = 'BadUsage',
): Command {
  return command({
    name: 'completion',
    description: 'Print a script that lets a shell complete the words of this program',
    arguments: { shell: argument(Object.keys(writers).join(', ')) },
    help: `For bash: ${program} completion bash > ~/.local/share/bash-completion/completions/${program}`,
    run(_, { shell }) {
      const write = Object.hasOwn(writers, shell) ? writers[shell] : undefined;
      if (write === undefined)
        throw new Fault(usageKind, `There is no completion for "${shell}".`, {
          suggestion: `Use one of: ${Object.keys(writers).join(', ')}.`,
        });
      const script = write(program, placesOf(root(), shared));
      return { data: { shell, script }, details: () => script };
    },
  });
}

/** What the program does without a command has options of its own, which no command takes. */
function placesOf(root: Commander, flags: Flags): Place[] {
  const shared = Object.values(flags).map(({ name, turnsOff }) => `--${turnsOff ? 'no-' : ''}${name}`);
  return everyCommand(root).map((each) => ({
    path: pathOf(each),
    commands: [
      ...each.commands.map((child) => child.name()),
      ...each.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ],
    options: [...new Set([...optionsOf(each), ...shared, '--help'])],
  }));
}

function pathOf(each: Commander): string {
  return each.parent === null ? '' : `${pathOf(each.parent)} ${each.name()}`.trim();
}

function optionsOf(each: Commander): string[] {
  return each.options.flatMap(({ long }) => long ?? []);
}

const nameOf = (program: string) => `_${program.replace(/\W/g, '_')}`;

/** Walks along the commands that were typed and offers what can follow the last of them. */
function bash(program: string, places: readonly Place[]): string {
  return `${walker(program, places)}
complete -o default -F ${nameOf(program)} ${program}
`;
}

function walker(program: string, places: readonly Place[]): string {
  const steps = places.filter(({ path }) => path !== '').map(({ path }) => `      "${path}") at="$next" ;;`);
  const offers = places.map(
    ({ path, commands, options }) => `    "${path}") words="${[...commands, ...options].join(' ')}" ;;`,
  );
  return `${nameOf(program)}() {
  local at="" next="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${at:+$at }$word"
    case "$next" in
${steps.join('\n')}
    esac
  done
  case "$at" in
${offers.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}`;
}

/** zsh understands the functions of bash when asked to. */
function zsh(program: string, places: readonly Place[]): string {
  return `#compdef ${program}
autoload -U +X bashcompinit && bashcompinit
${bash(program, places)}`;
}

function fish(program: string, places: readonly Place[]): string {
  const known = places.map(({ path }) => path).filter((path) => path !== '');
  const lines = places.flatMap(({ path, commands, options }) => {
    const when = `-n '${nameOf(program)}_at "${path}"'`;
    return [
      ...(commands.length === 0 ? [] : [`complete -c ${program} ${when} -f -a '${commands.join(' ')}'`]),
      ...options.map((option) => `complete -c ${program} ${when} -l ${option.slice(2)}`),
    ];
  });
  return `function ${nameOf(program)}_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    contains -- "$next" ${known.map((path) => `'${path}'`).join(' ')}; and set at $next
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
