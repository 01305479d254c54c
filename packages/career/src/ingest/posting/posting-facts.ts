/** What a posting says about itself beside its requirements. */
import * as z from 'zod';
import { dayIn } from '../../domain/calendar-day.js';
import { deadlineIn } from './deadline.js';

export const PostingFacts = z.object({
  company: z.string().optional(),
  role_title: z.string().optional(),
  location: z.string().optional(),
  pay: z.string().optional(),
  deadline: z.string().optional(),
  url: z.string().optional(),
});
export type PostingFacts = Readonly<z.infer<typeof PostingFacts>>;

type Fact = keyof PostingFacts;

const labels: Readonly<Record<Fact, RegExp>> = {
  company: /^(?:company|employer|organi[sz]ation|unternehmen|arbeitgeber|firma|empresa|compañía|entidade)$/i,
  role_title:
    /^(?:(?:job |role |position )?title|position|role|job|stelle|stellenbezeichnung|position|puesto|cargo|vacante|vaga|função)$/i,
  location:
    /^(?:location|place of work|workplace|based in|office|standort|arbeitsort|einsatzort|ort|ubicación|lugar(?: de trabajo)?|localidad|local(?: de trabalho)?|localização|cidade)$/i,
  pay: /^(?:salary(?: range)?|pay|compensation|remuneration|rate|wage|gehalt|vergütung|entgelt|lohn|salario|sueldo|retribución|remuneración|salário|remuneração|vencimento)$/i,
  deadline:
    /^(?:deadline|closing date|apply (?:by|before)|applications? close|application deadline|bewerbungsfrist|bewerbungsschluss|fecha límite|plazo(?: de inscripción)?|cierre|prazo|data limite|candidaturas até)$/i,
  url: /^(?:url|link|web(?:site)?|apply at|quelle|enlace|ligação)$/i,
};

/** "Location", "Arbeitgeber": whether a field of that name says what is read here. */
export const isFactLabel = (said: string): boolean => Object.values(labels).some((label) => label.test(said));

const longestFact = 200;
/** A label, its value, and the marks about them. */
const longestLabelled = 400;

const amount = "\\d{1,3}(?:[.,’']\\d{3})*(?:[.,]\\d{1,2})?(?: ?k\\b| ?mil\\b)?";
const range = `${amount}(?:\\s*(?:-|–|—|to|and|bis|a|e|y|und)\\s*(?:[£€$]|R\\$|CHF)? ?${amount})?`;
const currency = '(?:£|€|US\\$|R\\$|\\$|CHF|EUR|GBP)';
const period =
  '(?:\\s*(?:per|an?|im|pro|die|por|al|ao|/) ?(?:hour|hr|year|annum|month|week|day|jahr|monat|stunde|año|mes|hora|ano|mês|h))?';
const paid = new RegExp(`${currency} ?${range}${period}|${range} ?(?:€|euros?|EUR)(?!\\p{L})${period}`, 'iu');
/** Money that is no pay: budgets and turnover, and what is given beside it. */
const otherMoney =
  /budget|turnover|umsatz|raised|fund(?:ing|ed)|facturaci|volume|worth|grants?|projects?|projekt|auxílio|vale|bonus|allowance|voucher|gutschein|subsídio|ayuda|ajuda/i;

/** What sentences say of the pay and of the end of an application, where no label does. */
function toldFacts(posting: string): PostingFacts {
  const deadline = deadlineIn(posting);
  const sentences = posting.split(/(?<=[.!?;])\s+|\n/).filter((sentence) => !otherMoney.test(sentence));
  const pay = sentences.map((sentence) => paid.exec(sentence)?.[0].trim()).find((said) => said !== undefined);
  return { ...(pay === undefined ? {} : { pay }), ...(deadline === undefined ? {} : { deadline }) };
}

/** Lines of the form "Location: Bern", plain or emphasised; the first of each kind counts. Else what sentences say. */
export function labelledFacts(posting: string): PostingFacts {
  const facts: { [Name in Fact]?: string } = {};
  for (const line of posting.split('\n').map((one) => one.trim())) {
    if (line.length > longestLabelled) continue;
    const [, label = '', value = ''] = /^[\s#>*_|-]*([^:*_|]{2,30}?)[\s*_]*[:|][\s*_]*(.+?)[\s*_|]*$/u.exec(line) ?? [];
    if (value === '' || value.length > longestFact) continue;
    const found = (Object.keys(labels) as Fact[]).find((name) => labels[name].test(label.trim()));
    if (found && facts[found] === undefined) facts[found] = value.trim();
  }
  const told = toldFacts(posting);
  // A label whose words name no day of the calendar gives way to a sentence that does.
  if (dayIn(told.deadline ?? '') && !dayIn(facts.deadline ?? '')) delete facts.deadline;
  return { ...told, ...facts };
}

const announcing =
  /^(?:(?:subject|betreff|asunto|assunto|re|fwd?):\s*|(?:we (?:are|[’']re) (?:looking for|hiring|seeking)|se (?:busca|necesita|precisa|solicita)n?|buscamos|procura-se|precisa-se(?: de)?|contrata-se|procuramos|wir suchen|gesucht:|wanted:|vacancy:|now hiring:?)\s+(?:an? |una? |um |uma |eine?n? )?)/iu;
/** What a letter or a page begins with, whoever is wanted. */
const opening =
  /^(?:about the (?:job|role)|dear|hello|hi|hallo|liebe\p{L}*|sehr geehrte|hola|estimad[oa]s?|olá|prezad[oa]s?)(?!\p{L})/iu;
const announced = /\s+(?:gesucht|wanted|needed|required)(?:\s.*)?$/iu;

/** "🚀 Frontend Developer @ Rocket": pictures are no part of a title, and who hires stands in a field of its own. */
const adornment =
  /^(?:[\s#*_>]|(?![©®™])\p{Extended_Pictographic}|[\u200D\uFE0F])+|(?:[\s*_]|(?![©®™])\p{Extended_Pictographic}|[\u200D\uFE0F])+$/gu;
const atEmployer = /(?<=\p{L})\s+@\s*\p{Lu}[^@]*$/u;

/** The first heading or line names the job, unless it is a sentence that tells of something else. */
export function titleLine(posting: string): string | undefined {
  const first = posting.split('\n').find((line) => line.trim() !== '');
  const said = first?.replace(adornment, '').replace(atEmployer, '').trim() ?? '';
  const [sentence = ''] = said.split(/(?<=\p{L}{3}[.!?])\s/u);
  const job = sentence.replace(announcing, '').replace(/[.!]$/, '').replace(announced, '');
  if (job !== '' && job !== sentence.replace(/[.!]$/, '') && job.length <= 100) return job;
  return said === '' || said.length > 100 || /[.:!?]$/.test(said) || opening.test(said) ? undefined : said;
}
