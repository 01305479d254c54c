/**
 * Claims that look like an answer and are none: denied, lapsed or wished for, a homonym, a sibling, another level, rank or
 * audience. None of them may be called met. Written before they were tried (17 November 2026); of the odd ones nothing but the
 * share is ever printed, so that nobody mends them one by one.
 */
type Trap = readonly [claim: string, requirement: string];

const denied: readonly Trap[] = [
  ['I have no experience with Docker', 'Docker'],
  ['Familiar with everything in the stack except Kubernetes', 'Kubernetes'],
  ['Forklift licence expired in 2019', 'Valid forklift licence'],
  ['My teaching licence was revoked', 'Teaching licence'],
  ['Hoping to start a PMP course next year', 'PMP certification'],
  ['Not yet certified as a Scrum Master', 'Certified Scrum Master'],
  ['Worked in a team without any AWS', 'AWS'],
  ['Noch keine Erfahrung mit SAP', 'Erfahrung mit SAP'],
  ['Staplerschein leider verloren und nicht erneuert', 'Staplerschein'],
  ['Möchte gerne Kotlin lernen', 'Kotlin'],
  ['Abgesehen von Java habe ich viele Sprachen verwendet', 'Java'],
  ['Führerschein der Klasse C wurde entzogen', 'Führerschein Klasse C'],
  ['Nunca he trabajado con Photoshop', 'Photoshop'],
  ['Carné de carretillero caducado', 'Carné de carretillero en vigor'],
  ['Me gustaría aprender soldadura TIG', 'Soldadura TIG'],
  ['Sin conocimientos de contabilidad', 'Contabilidad'],
  ['Não tenho carta de condução', 'Carta de condução'],
  ['Pretendo tirar o curso de HACCP', 'HACCP'],
  ['CNH categoria E vencida', 'CNH categoria E válida'],
  ['Ainda não trabalhei com Python', 'Python'],
];

const homonyms: readonly Trap[] = [
  ['Played the spark plug role in a local theatre', 'Apache Spark'],
  ['Swift responses to customer letters', 'Swift'],
  ['Bus conductor on the night line', 'Orchestra conductor'],
  ['Kept the shop chain of bakeries supplied', 'Supply chain management'],
  ['Ruby wedding photography', 'Ruby on Rails'],
  ['Ran the company kitchen garden', 'Kitchen management'],
  ['Steuerung von Kränen im Hafen', 'Steuerrecht'],
  ['Leiter und Gerüste auf Baustellen aufgestellt', 'Bauleiter'],
  ['Bank im Park repariert und gestrichen', 'Erfahrung in einer Bank'],
  ['Redes de pesca reparadas en el puerto', 'Administración de redes'],
  ['Cuidado de la planta del vestíbulo', 'Jefe de planta'],
  ['Banco de jardim em madeira construído', 'Experiência em banco'],
  ['Cultura de bactérias em laboratório', 'Gestão cultural'],
];

const siblings: readonly Trap[] = [
  ['Five years of Angular', 'React'],
  ['Oracle database administration', 'PostgreSQL administration'],
  ['Registered veterinary nurse', 'Registered nurse'],
  ['Licensed practical nurse', 'Registered nurse'],
  ['Bookkeeper for a garage', 'Chartered accountant'],
  ['Assistant to the sales director', 'Sales director'],
  ['Gesellenbrief als Tischler', 'Meisterbrief als Tischler'],
  ['Krankenpflegehelferin im Altenheim', 'Examinierte Pflegefachkraft'],
  ['Ausbildung zum Bürokaufmann', 'Abgeschlossenes Studium der Betriebswirtschaft'],
  ['Auxiliar de enfermería en geriatría', 'Grado en Enfermería'],
  ['Ayudante de cocina', 'Jefe de cocina'],
  ['Francés C1', 'Alemán'],
  ['Técnico de enfermagem em pronto-socorro', 'Enfermeiro com COREN ativo'],
  ['Espanhol fluente', 'Inglês fluente'],
  ['Manutenção de elevadores', 'Manutenção de aeronaves'],
];

export const traps: readonly Trap[] = [...denied, ...homonyms, ...siblings];
