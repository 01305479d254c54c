/** How postings say, wherever it stands, that nobody gets the job without something. */
import { cueWords } from './cue-words.js';

/** How one says of a thing, in as many words, that nobody gets the job without it. */
export const necessities = [
  '(?:is|are|remains?) (?:indispensable|obligatory|compulsory|a prerequisite|prerequisites?|non-negotiable|vital)|(?:job|post|role|position) (?:needs|requires) an?|(?:you|applicants?|candidates?|they) must',
  'unerlässlich|unabdingbar|unverzichtbar|unumgänglich|obligatorisch|(?:ist|sind|wird|werden) (?:\\p{L}+ ){0,3}(?:gefordert|verlangt|vorausgesetzt)|(?:verlangt|gefordert|vorausgesetzt) (?:wird|werden)|(?:ist|sind) (?:\\p{L}+ ){0,6}(?:nachzuweisen|vorzuweisen|vorzulegen)',
  '(?:es|son|resulta|resultan) (?:precis[oa]s?|esencial|esenciales|requisito|condición)',
  '(?:é|são|será|serão) (?:requisito|condição|exigid[oa]s?|requerid[oa]s?|essencia(?:l|is))',
];

/** A sentence that says so in as many words, wherever it stands. */
export const insists = cueWords([
  'must (?:have|be (?:able|willing|at least|a |an |over|qualified|registered|fluent)|hold|possess|speak)',
  '(?:is|are) (?:required|essential|mandatory|a must|necessary)',
  "you(?: will|’ll|'ll)? need",
  'we require',
  'zwingend',
  '(?:ist|sind) (?:erforderlich|voraussetzung|ein muss|pflicht)',
  'setzen wir voraus',
  'wird vorausgesetzt',
  'werden vorausgesetzt',
  'imprescindibles?',
  'indispensables?',
  'obligatori[oa]s?',
  'se requiere[n]?',
  'es necesario',
  'obrigatóri[oa]s?',
  'indispensáve(?:l|is)',
  'imprescindíve(?:l|is)',
  'é necessári[oa]',
  'exig\\w+',
  '(?:is|are) needed|(?:is|are) a condition|(?:ist|sind) bedingung|es condición|é condição',
  'hace falta',
  'se necesita[n]?',
  'é (?:preciso|essencial|obrigatóri[oa])',
  '(?:ist|sind) (?:[\\p{L}-]+ ){0,8}(?:nötig|notwendig)',
  ...necessities,
]);
