import type { FormCosts, Level, ToolCosts } from '@quadrivium/codemode';
import { identifierOf } from '@quadrivium/codemode/declarations';
import { textValue } from '@quadrivium/kernel/shell';
import { CodeModeConfig } from '../../config/schema.js';
import { cpeFault } from '../../faults.js';
import { type CliCommand, textOption } from '../command.js';
import { refresh } from '../frozen-option.js';
import { withHost } from '../with-host.js';

export const codeDesc: CliCommand = {
  name: 'mcp code-desc',
  description: 'Show what code mode tells a model about the tools, and what each form of it costs',
  options: { budget: textValue('budget', 'as if codeMode.declarationBudget were this', 'tokens'), refresh },

  async run(context) {
    const wish = textOption(context.options, 'budget');
    // Loaded here, because the compiler behind it would slow down every other command.
    const { createCodeMode, describeCosts } = await import('@quadrivium/codemode');
    return withHost(context, {}, async (host, { config }) => {
      const settings = CodeModeConfig.parse({
        ...config.defaults.codeMode,
        ...(wish === undefined ? {} : budgetFrom(wish)),
      });
      const mode = await createCodeMode(host, { config: settings });
      const { description, inputSchema, level, code, direct } = mode;
      const costs = await describeCosts(code);
      const names = direct.map(({ name }) => name);
      return {
        text: `${description}\n\n${costLines(costs, mode.levels, names).join('\n')}\n`,
        value: {
          description,
          inputSchema,
          level,
          levels: Object.fromEntries(mode.levels),
          direct: names,
          costs: recordOf(costs),
        },
      };
    });
  },
};

function budgetFrom(text: string): { declarationBudget: number } {
  if (/^\d+$/.test(text)) return { declarationBudget: Number(text) };
  throw cpeFault('Usage', `--budget takes a number of tokens, not ${JSON.stringify(text)}.`);
}

const FORMS: readonly (readonly [form: keyof FormCosts & ('json' | Level), heading: string])[] = [
  ['json', 'as ordinary tools'],
  ['declarations', 'full declarations'],
  ['signatures', 'one-line signatures'],
  ['names', 'names and search'],
];

function costLines(
  { total, perServer }: ToolCosts,
  levels: ReadonlyMap<string, Level>,
  direct: readonly string[],
): string[] {
  const used = new Set(levels.values());
  return [
    `Tokens for ${total.tools} tools of ${perServer.size} servers (o200k):`,
    ...FORMS.map(([form, heading]) => {
      const shown = used.size === 1 && used.has(form as Level) ? '  shown above' : '';
      return `  ${heading.padEnd(20)} ${String(total[form]).padStart(7)}${shown}`;
    }),
    ...[...perServer].map(([server, costs]) => {
      const shown = used.size > 1 ? `  shown as ${levels.get(identifierOf(server))}` : '';
      return `  ${server}: ${FORMS.map(([form]) => costs[form]).join(' / ')}${shown}`;
    }),
    ...(direct.length === 0 ? [] : [`Excluded, offered as ordinary tools: ${direct.join(', ')}`]),
  ];
}

function recordOf({ total, perServer }: ToolCosts): { total: FormCosts; perServer: Record<string, FormCosts> } {
  return { total, perServer: Object.fromEntries(perServer) };
}
