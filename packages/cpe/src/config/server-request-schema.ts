import * as z from 'zod';

/** What servers may ask of us while they work for a model, and who answers. */
export const ServerRequestConfig = z.strictObject({
  elicitation: z
    .enum(['ask', 'decline'])
    .default('ask')
    .describe(
      'Questions to the user: asked at a terminal, or declined; without a terminal servers are told that nobody answers',
    ),
  sampling: z
    .enum(['ask', 'allow', 'deny'])
    .default('ask')
    .describe('Answers of the model for a server: asked about at a terminal, given, or refused'),
  roots: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Folders that servers are told to work in; paths start at the configuration file. Not told when left out',
    ),
});

export type ServerRequestConfig = z.output<typeof ServerRequestConfig>;
