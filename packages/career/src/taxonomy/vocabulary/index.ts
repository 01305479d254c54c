/** What work is called, in four languages: our own table, because the ESCO data at hand speaks English only. */
import { apartCare } from './apart-in-care.js';
import {
  apartCommerce,
  apartData,
  apartInfrastructure,
  apartLeading,
  apartOffice,
  apartSoftware,
} from './apart-in-offices.js';
import { apartScience, apartServices, apartTrades } from './apart-on-sites.js';
import { askedInCare, askedInOffices, askedInShops } from './asked-in-many-trades.js';
import { building } from './building.js';
import { callings } from './callings.js';
import { care } from './care.js';
import { commerce } from './commerce.js';
import { crafts } from './crafts.js';
import { culture, learning } from './culture-and-learning.js';
import { dailyWork } from './daily-work.js';
import { data } from './data.js';
import { duty } from './duty.js';
import { engineering } from './engineering.js';
import { everywhere } from './everywhere.js';
import { farming } from './farming.js';
import { healthProfessions } from './health-professions.js';
import { hospitality } from './hospitality.js';
import { infrastructure } from './infrastructure.js';
import { leading } from './leading.js';
import { law, money } from './money-and-law.js';
import { office } from './office.js';
import { fieldsOfStudy, lettersOfPapers } from './said-otherwise.js';
import { science } from './science.js';
import { services } from './services.js';
import { software } from './software.js';
import { toldAtDesks } from './told-at-desks.js';
import { toldInCare } from './told-in-care.js';
import { toldInCrafts } from './told-in-crafts.js';
import { toldInHospitality } from './told-in-hospitality.js';
import { toldInOffices } from './told-in-offices.js';
import { toldInShops } from './told-in-shops.js';
import { toldOnSites } from './told-on-sites.js';
import { trades } from './trades.js';
import { transport } from './transport.js';
import { workshop } from './workshop.js';

export type Field = keyof typeof vocabulary;

/**
 * A line is a concept: its names in English, German, Spanish and Portuguese, parted by `|`, then after `>` what it is a
 * kind of. The first name is that of the concept.
 *
 * - `^` before a name: a licence, certificate or registration;
 * - `!` before a name: a word with another everyday meaning, which counts only where the text around it speaks of the field;
 * - `=` before a name: only in this very form, because an inflection of it means something else;
 * - `*` before a name: a product, a concept of its own and of this kind, related to the others and never the same;
 * - `_` in a name: up to three words of any kind; `@people` and `@customers`: a word for such;
 * - `~` before what it is a kind of: the others of that kind are related to it, and never the same.
 */
export const vocabulary = {
  software: `${software}${apartSoftware}`,
  data: `${data}${apartData}`,
  infrastructure: `${infrastructure}${apartInfrastructure}`,
  office: `${office}${money}${askedInOffices}${apartOffice}`,
  commerce: `${commerce}${culture}${askedInShops}${apartCommerce}`,
  care: `${care}${healthProfessions}${learning}${askedInCare}${apartCare}`,
  science: `${science}${engineering}${fieldsOfStudy}${apartScience}`,
  trades: `${trades}${building}${workshop}${crafts}${apartTrades}`,
  services: `${services}${callings}${transport}${farming}${hospitality}${duty}${dailyWork}${apartServices}`,
  leading: `${leading}${everywhere}${law}${lettersOfPapers}${apartLeading}`,
} as const;

export { membersOfFields, saidOtherwise } from './said-otherwise.js';

/**
 * How people tell in a resume what postings have a name for, in the same form. These are looked for in claims only: what
 * shows a trade is seldom the whole of it, so a posting that asks for just this is not answered by the trade.
 */
export const toldOnly = `${toldInShops}${toldInOffices}${toldInHospitality}${toldInCare}${toldOnSites}${toldAtDesks}${toldInCrafts}`;
