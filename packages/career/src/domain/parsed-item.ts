/**
 * A requirement or a claim as structure: what it names, in which combination, with which bounds, and where it says so.
 * Both sides of a match are read by the same parser, so that they can be held against each other part by part.
 */
import * as z from 'zod';

/** Characters of the text, start inclusive, end exclusive. */
const TextSpan = z.tuple([z.int(), z.int()]);

const tongues = ['en', 'de', 'es', 'pt'] as const;
const Tongue = z.enum(tongues).describe('Language the text is written in');

const Stance = z
  .enum(['asserted', 'negated', 'wished'])
  .describe('Whether it is so, is expressly not so ("never used"), or is only wanted ("want to learn")');

/** 1 basic, 2 good, 3 advanced, 4 expert. */
const skillLevel = z.int().min(1).max(4).optional().describe('1 basic, 2 good, 3 advanced, 4 expert');

const NamedThing = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('concept'),
    concept: z.string().describe('Name of the concept'),
    uri: z.string().optional().describe('Where ESCO or O*NET define it'),
    level: skillLevel,
    credential: z.boolean().describe('A licence, certificate or registration is meant, not only the skill'),
    words: z.string(),
    span: TextSpan,
  }),
  z.object({
    kind: z.literal('phrase'),
    stems: z.array(z.string()).describe('Telling words, stemmed, in order'),
    words: z.string(),
    span: TextSpan,
  }),
  z.object({
    kind: z.literal('language'),
    language: z.string().describe('ISO 639-1 code'),
    level: z.int().min(1).max(7).optional().describe('1 to 6 for A1 to C2, 7 for a native speaker'),
    words: z.string(),
    span: TextSpan,
  }),
  z.object({
    kind: z.literal('degree'),
    rank: z.int().min(1).max(5).describe('1 school, 2 vocational, 3 bachelor, 4 master, 5 doctor'),
    words: z.string(),
    span: TextSpan,
  }),
  z.object({
    kind: z.literal('driving_licence'),
    classes: z.array(z.string()).describe('Classes as on the card; B when none is said'),
    words: z.string(),
    span: TextSpan,
  }),
  z.object({
    kind: z.literal('work_right'),
    regions: z.array(z.string()).describe('Country codes, or EU; none when it is not said where'),
    words: z.string(),
    span: TextSpan,
  }),
  z.object({ kind: z.literal('place'), place: z.string(), words: z.string(), span: TextSpan }),
  z.object({
    kind: z.literal('pay'),
    least: z.number().optional(),
    most: z.number().optional(),
    words: z.string(),
    span: TextSpan,
  }),
]);
export type NamedThing = Readonly<z.infer<typeof NamedThing>>;

const ParsedItem = z.object({
  text: z.string(),
  tongue: Tongue,
  stance: Stance,
  required: z.boolean().describe('False for what is nice to have'),
  all_of: z
    .array(z.object({ any_of: z.array(NamedThing) }))
    .describe('Every entry is asked for; of its things one is enough'),
  years: z.object({ least: z.number(), span: TextSpan }).optional().describe('Years of experience at least'),
});
export type ParsedItem = Readonly<z.infer<typeof ParsedItem>>;
