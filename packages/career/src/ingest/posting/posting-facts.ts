/** What a posting says about itself beside its requirements. */
import * as z from 'zod';

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

const longestFact = 200;

/** Lines of the form "Location: Bern", plain or emphasised; the first of each kind counts. */
export function labelledFacts(posting: string): PostingFacts {
  const facts: { [Name in Fact]?: string } = {};
  for (const line of posting.split('\n')) {
    const [, label = '', value = ''] = /^[\s#>*_|-]*([^:*_|]{2,30}?)[\s*_]*[:|][\s*_]*(.+?)[\s*_|]*$/u.exec(line) ?? [];
    if (value === '' || value.length > longestFact) continue;
    const found = (Object.keys(labels) as Fact[]).find((name) => labels[name].test(label.trim()));
    if (found && facts[found] === undefined) facts[found] = value.trim();
  }
  return facts;
}

const announcing =
  /^(?:(?:subject|betreff|asunto|assunto|re|fwd?):\s*|(?:we (?:are|[’']re) (?:looking for|hiring|seeking)|se (?:busca|necesita|precisa|solicita)n?|buscamos|procura-se|precisa-se(?: de)?|contrata-se|procuramos|wir suchen|gesucht:|wanted:|vacancy:|now hiring:?)\s+(?:an? |una? |um |uma |eine?n? )?)/iu;
const announced = /\s+(?:gesucht|wanted|needed|required)(?:\s.*)?$/iu;

/** The first heading or line names the job, unless it is a sentence that tells of something else. */
export function titleLine(posting: string): string | undefined {
  const first = posting.split('\n').find((line) => line.trim() !== '');
  const said = first?.replace(/^[\s#*_>]+|[\s*_]+$/g, '').trim() ?? '';
  const [sentence = ''] = said.split(/(?<=\p{L}{3}[.!?])\s/u);
  const job = sentence.replace(announcing, '').replace(/[.!]$/, '').replace(announced, '');
  if (job !== '' && job !== sentence.replace(/[.!]$/, '') && job.length <= 100) return job;
  return said === '' || said.length > 100 || /[.:!?]$/.test(said) ? undefined : said;
}
