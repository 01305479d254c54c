const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Grammar, and verbs so common that they say nothing. */
export const stopWords = words(`about above after again against all also am an and any are as at be because been before
being below between both but by call can could did do does doing down during each few find for from further get had has
have having he her here hers him his how if in into is it its itself just make may me might more most must my no nor not
now of off on once only or other our ours out over own same shall she should so some such take than that the their them
then there these they this those through to too under until up use used using very was we were what when where which while
who whom why will with work would you your yours`);

export const skillWords =
  words(`ansible aws azure bash css docker django excel figma flask gcp git go golang graphql html
java javascript jenkins kafka kotlin kubernetes linux matlab mongodb mysql node pandas photoshop php postgresql powershell
python pytorch react redis ruby rust salesforce sap scala spark sql swift tableau tensorflow terraform typescript vue`);

export const domainWords =
  words(`accounting analytics architecture automation backend banking cloud commerce compliance data
distributed education embedded energy finance frontend gaming governance health healthcare hospitality infrastructure
insurance logistics manufacturing marketing mobile networking operations platform retail security systems
telecommunications web`);

export const roleWords =
  words(`administrator analyst architect assistant consultant coordinator designer developer director
engineer executive intern junior lead manager nurse officer principal programmer scientist senior specialist staff
supervisor teacher technician`);
