import * as z from 'zod';

const tools = z.array(z.string().min(1)).default([]);

/** Which calls of a model run, ask or are refused. Tools are named `server/tool`; `*` and `?` make a pattern. */
export const ApprovalConfig = z.strictObject({
  allow: tools.describe('Run without asking, whatever they change'),
  ask: tools.describe('Ask, although they only read or another rule allows them; refused where nobody can be asked'),
  deny: tools.describe('Never run, whoever asks'),
  unattended: z
    .enum(['run', 'careful', 'deny'])
    .default('careful')
    .describe(
      'Calls that may change something and that no rule names, where there is no terminal to ask at: run them, run all but those that their server says may destroy something, or refuse them',
    ),
});

export type ApprovalConfig = z.output<typeof ApprovalConfig>;
