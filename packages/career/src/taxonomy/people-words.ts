/** Words for people, for phrases that need an object: one hires engineers and cars, and only one of them is recruiting. */
import { own } from '@quadrivium/kernel/essentials';
import { sameWord } from '../domain/stems.js';

const people =
  `people person staff employee employees colleague colleagues team teams worker workers engineer developer nurse teacher
driver assistant apprentice apprentices trainee intern interns student volunteer volunteers technician analyst manager
supervisor cook chef waiter operator operative specialist professional consultant salesperson clerk carer electrician welder
mechanic programmer designer scientist accountant lawyer agent agents member members personnel graduates juniors newcomers
mitarbeiter mitarbeitern mitarbeiterinnen angestellte kollegen auszubildende auszubildenden lehrlinge personen leute
gesellen azubis lehrling mitarbeitenden mitarbeitende fachkrafte pflegekrafte entwickler ingenieure koche fahrer praktikanten beschaftigte beschaftigten
personas empleados trabajadores equipo equipos operarios companeros becarios aprendices profesionales colaboradores
tecnicos enfermeras cocineros ingenieros desarrolladores conductores
pessoas funcionarios trabalhadores colaboradores equipa equipas equipe equipes operarios colegas estagiarios aprendizes
profissionais enfermeiros cozinheiros engenheiros motoristas`.split(/\s+/);

const customers =
  `customer customers client clients buyer buyers company companies business businesses shop shops restaurant
restaurants household consumer consumers`.split(/\s+/);

const classes: Readonly<Record<string, readonly string[]>> = { people, customers };

const known = new Map<string, boolean>();

export function peopleWords(name: string, word: string): boolean {
  const key = `${name} ${word}`;
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const is = (own(classes, name) ?? []).some((one) => sameWord(one, word));
  if (known.size < 100_000) known.set(key, is);
  return is;
}
