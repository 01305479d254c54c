/** What an employer says of itself, or to everybody. */
import { cueWords } from '../../../domain/cues/cue-words.js';

/** What an employer says to everybody. */
export const legal = cueWords([
  'cookies',
  'equal opportunit\\w+',
  'without regard to',
  'regardless of (?:race|gender|age|sex|religion|disability)',
  'gender identity',
  'veteran status',
  'reasonable accommodation\\w*',
  'unabhängig von (?:geschlecht|alter|herkunft|religion)',
  'schwerbehinderte \\p{L}+ werden',
  'igualdad de oportunidades',
  'sin distinción de',
  'igualdade de oportunidades',
  'independentemente d[aeo] (?:raça|género|gênero|sexo|idade|religião)',
]);

/** The employer speaks of itself or of the application, not of the candidate. */
export const employersOwn = new RegExp(
  [
    "^(?:we(?:[’']re| are) (?!looking|seeking|after|keen|searching|hoping|hunting|in search|in need|on the lookout)|we (?:offer|are an?(?!\\p{L})|have|believe|provide|value|pay|give|love|welcome|encourage|cover|run|make|sell|work|see|build|serve|raised|started|ship|meet|close|open|look after)|there is|our |join us|apply|please|send|if (?:this|you|that)|come |interested|does this|sound)",
    '^(?:wir (?:bieten|sind|haben|freuen|zahlen|leben|geben|begleiten)|bei uns|unser|bewerben sie|bewirb|interess|haben wir|klingt|senden|schicken|bitte|das klingt)',
    '^(?:ofrecemos|damos|pagamos|hacemos|somos|interesad|nuestr|envía|envia|inscríb|inscrib|únete|unete|te ofrecemos|si (?:te|crees|quieres|cumples)(?!\\p{L}))',
    '^(?:oferecemos|damos|pagamos|fazemos|nosso|o processo|a nossa|o nosso|nossa|envie|envia|candidat(?:a-te|e-se|ur)|junta|junte|se (?:te|você|quer|cumpre)(?!\\p{L}))',
  ].join('|'),
  'iu',
);
