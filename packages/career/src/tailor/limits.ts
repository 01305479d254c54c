/** Words that make a claim smaller, end it or leave it open. Where a claim has one, no sentence from it may be without. */
import { stem } from '../domain/words.js';
import type { Word } from './claim-words.js';

const english = `not no never without none nor neither cannot didn't don't help helped assist assisted assisting support supported
  supporting contribut contributed contributing shadowed shadowing basic basics beginner elementary fundamental fundamentals
  introductory some partly partially partial attempted tried trying want wanted wants wish hope learn learning learned plan planned
  planning intend interested familiar exposure trainee intern internship failed almost nearly would could might if except only
  under supervised supervision against formerly former ex expired lapsed revoked suspended withdrawn cancelled progress pending
  expected ongoing unfinished incomplete uncompleted abandoned dropped interrupted resigned dismissed rejected declined refused
  badly poorly rusty student candidate acting interim temporary unpaid honorary until`;
const german = `nicht kein keine keinen keiner nie niemals ohne grundkenntnisse grundlagen geplant möchte wollte unterstützt unterstützte
  fast nur teilweise etwas wenig abgelaufen entzogen erloschen ungültig verloren läuft laufend laufende begonnen voraussichtlich
  abgebrochen unterbrochen praktikum praktikant praktikantin werkstudent aushilfe anleitung angehend ehemalig ehemalige früher
  bis kommissarisch`;
const spanish = `nunca sin ninguna ningún básico básica básicos nociones apoyé ayudé quiero casi algo poco excepto salvo caducado caducada
  vencido vencida revocado suspendido curso pendiente inacabado incompleto incompleta abandonado interrumpido prácticas becario
  becaria ayudante hasta`;
const portuguese = `não nem sem apoiei ajudei quero quase pouco noções exceto salvo caducado vencida vencido trancada trancado andamento
  cursando incompleto incompleta interrompido interrompida pendente estágio estagiário estagiária até`;

const limiting = new Set(
  [english, german, spanish, portuguese].flatMap((words) => words.split(/\s+/).flatMap((word) => [word, stem(word)])),
);

export function limits(words: readonly Word[]): string[] {
  return words.filter(({ key, said }) => limiting.has(key) || limiting.has(said.toLowerCase())).map(({ said }) => said);
}
