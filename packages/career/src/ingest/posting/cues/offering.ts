/** What is given, and not asked for: pay, leave, insurance, training that somebody pays. */
import { cueWords } from '../../../domain/cues/cue-words.js';

export const offers = cueWords([
  "^in return|you(?:[’']ll| will)? get|im gegenzug|(?:dafür|bei uns) (?:bekommen|bekommst|erhalten|erhältst|gibt)|^a cambio|^em troca|te damos|damos-te|damos-lhe",
  '(?:paid|unpaid|annual|parental|sick|study) leave|days? (?:of )?(?:annual )?(?:leave|holiday|vacation)|holidays?|vacation|time off|pto',
  'pension|401\\(?k\\)?|superannuation|retirement plan|life assurance',
  '(?:health|medical|dental|vision|private|life) (?:insurance|cover|care)|healthcare plan',
  'free (?:parking|lunch|lunches|tea|coffee|food|meals?|gym|fruit|uniform|accommodation)|parking|gym membership|staff (?:discount|flat|meals?)|employee discount',
  '(?:annual|sign-on|yearly|performance|quarterly) bonus|commission|profit[- ]shar\\w+|share options|stock options|equity|overtime at',
  'company (?:car|van|phone|laptop|vehicle)|take-home (?:truck|van)|cycle to work|season ticket|relocation (?:package|support)',
  'flexible (?:hours|working)|hybrid working|work(?:ing)? from home|home office|four-day week',
  '(?:paid|funded|covered) (?:by us|training|for you)|we (?:pay|fund|cover)|at our expense|training (?:budget|allowance)|funded',
  '(?:career|personal|professional) (?:development|progression|growth)|mentor(?:ing|ship)? programme|preceptorship|onboarding|induction',
  'competitive (?:salary|pay|package)|salary|per (?:hour|annum)|night premium|tips',
  'fixed[- ]term|permanent (?:contract|position|role)|(?:full|part)[- ]time|hours (?:a|per) week|vollzeit|teilzeit|jornada (?:completa|parcial)|tempo (?:inteiro|integral|parcial)',
  "goes with (?:the job|it)|(?:accommodation|cottage|flat|uniform|housing) (?:is |are )?(?:provided|included|available)|included$|base (?:range|salary)|we[’']ll train",
  'folgas?|dienstwohnung|previdência|auxílio|convênio|incorporación inmediata|días? libres?|alta en la seguridad social|desconto|cesta básica|ambiente (?:jovem|tranquilo)',
  '[£$€] ?\\d|\\d ?[£$€]|r\\$ ?\\d',
  '\\d{1,4} (?:tage|urlaubstage)(?: urlaub)?|\\p{L}*urlaub\\p{L}*|gleitzeit|\\p{L}*arbeitszeit\\p{L}*|homeoffice|home-office|mobiles arbeiten',
  '\\p{L}*gehalt\\p{L}*|\\p{L}*tarif\\p{L}*|vergütung|weihnachtsgeld|urlaubsgeld|\\p{L}*prämien?|\\p{L}*zulagen?|zuschläge',
  'betriebsrente|\\p{L}*altersvorsorge|jobrad|jobticket|\\p{L}*gutscheine?|firmenwagen|dienstwagen|obstkorb|kantine|mitarbeiterrabatt\\p{L}*|deutschlandticket',
  'auf unsere kosten|unbefristet\\w*|\\p{L}*perspektiven?|aufstiegs\\p{L}+|einarbeitung|flache hierarchien|teamevents?|kollegiales',
  'vacaciones|seguro (?:médico|de vida|dental)|ticket restaurante|cheques? (?:comida|restaurante)|teletrabajo|jornada intensiva|horario flexible|turnos? rotativos?',
  'contrato (?:indefinido|estable|fijo)|incorporación inmediata a|(?:fijo|salario|sueldo) (?:más|\\+|de|entre|competitivo)|comisiones|plus de|pagas?|retribución',
  'formación (?:continua|a cargo|inicial|anual)|plan de carrera|desarrollo profesional|comida en|coche de empresa|fines de semana (?:alternos )?libres|descuentos?',
  'férias|seguro (?:de saúde|de vida)|subsídio\\p{L}*|vale[- ]\\p{L}+|plano (?:de saúde|odontológico|de carreira)|horário flexível|teletrabalho',
  'prém(?:io|ios)|salário|vencimento|remuneração|comissões|participação nos|refeições|formação (?:inicial|contínua|anual)|contrato sem termo|viatura de serviço|bónus|bônus|periculosidade|day off',
]);
