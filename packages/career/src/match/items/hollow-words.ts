/** Words that name nothing of their own: what is denied in them is what stands before. */
import { tokensOf } from '../../domain/tokens.js';
import { fillerWords } from './filler.js';

/** What says no more than that something is had, done, held or passed: denied, it speaks of what stands before it. */
const hollow = new Set(
  `experience certificate licence license ticket card training trained course practice practised interest idea used using use
worked done held hold have had speak spoke passed finished completed renewed renew taken tried licensed member far so yet either
talk talks seen demonstrated demo lecture spike lesson lessons basics theory year next learn start
beruhrung beruhrungspunkte kontakt projekte projekt ahnung gelegenheit moglichkeit auffrischung nachweis bezug praktische umgeschrieben
contact exposure chance opportunity contacto ocasion oportunidad oportunidade
erfahrung schein zertifikat kenntnisse praxis interesse prufung kurs bestanden gemacht fertig erneuert verlangert gearbeitet
benutzt verwendet genutzt gelernt absolviert habe hatte kann spreche bisher leider vorhanden eingesetzt besitze kenne vorfuhrung
vortrag buchern theorie lernen wiederholung starke meine ich
visto vi solo solamente apenas demo experiencia practica conocimientos titulo carne interes hecho terminado termine acabe usado utilizado trabajado tengo hablo
tenido sacado lo he nunca ahora momento todavia nada
experiencia pratica nocoes curso interesse tenho falo feito conclui concluido usei usado trabalhei tirei voltei tentar nada ainda
noite pedido gostava gostaria queria aprender interests interested interessiert interesa interessa reizt learn lernen irgendwann someday
started begun attempted attend attended introductory short brief aufgefrischt letzter letzte letztes refreshed updated actualizado atualizado`.split(
    /\s+/,
  ),
);

/** It names nothing of its own. */
export function isHollow(text: string): boolean {
  return tokensOf(text).every(
    ({ word }) => hollow.has(word) || fillerWords.has(word) || /^\d+$/.test(word) || monthWord.test(word),
  );
}

const monthWord =
  /^(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|ene|fev|abr|ago|set|out|dic)\p{L}*$/u;
