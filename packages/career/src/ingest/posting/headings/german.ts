import type { HeadingPhrases } from './heading-phrases.js';

export const german: HeadingPhrases = {
  required: `anforderungen, ihre anforderungen, anforderungsprofil, ihr profil, dein profil, profil, das profil, das bringen
    sie mit, das bringst du mit, was sie mitbringen, was du mitbringst, was bringen sie mit, was bringst du mit, sie bringen
    mit, du bringst mit, sie haben, du hast, sie sind, du bist, das solltest du mitbringen, das sollten sie mitbringen, was
    du mitbringen solltest, was sie mitbringen sollten, ihre qualifikation, ihre qualifikationen, deine qualifikation, deine
    qualifikationen, qualifikation, qualifikationen, voraussetzungen, voraussetzung, ihre voraussetzungen, was wir erwarten,
    wir erwarten, das erwarten wir, das erwarten wir von ihnen, das erwarten wir von dir, unsere erwartungen, was wir uns
    wunschen, wir wunschen uns, das wunschen wir uns, wir suchen, wen wir suchen, wen suchen wir, das zeichnet sie aus, das
    zeichnet dich aus, was dich auszeichnet, was sie auszeichnet, damit uberzeugen sie, damit uberzeugst du, damit punkten
    sie, damit punktest du, ihre fahigkeiten, deine fahigkeiten, ihre kenntnisse, kenntnisse, kenntnisse und fahigkeiten,
    fachliche kompetenzen, fachliche anforderungen, personliche anforderungen, personliche kompetenzen, kompetenzen, deine
    skills, ihre skills, das bist du, wer du bist, uber dich, uber sie, ausbildung, ausbildung und erfahrung, erfahrung,
    berufserfahrung, ihre erfahrung, deine erfahrung, sprachkenntnisse, sprachen, muss-kriterien, musskriterien, must-haves,
    was du brauchst, was sie brauchen, das brauchst du, das brauchen sie, so passt du zu uns, du passt zu uns wenn, sie passen
    zu uns wenn, ihre starken, deine starken, einstellungsvoraussetzungen, zwingend erforderlich, erforderlich,
    fuhrerschein, das solltest du konnen, das konnen sie, das kannst du, mitbringen sollten sie, mitbringen solltest du, das sind sie, ihr
    rucksack, dein rucksack`,
  preferred: `was uns freuen wurde, das wurde uns freuen, wurde uns freuen, daruber freuen wir uns, von vorteil, wunschenswert, wunschenswert sind, idealerweise, das ware ein plus, ein plus, pluspunkte, plus,
    bonus, bonuspunkte, ware schon, schon ware, gern gesehen, gerne gesehen, kein muss, nice-to-have, zusatzlich punkten sie,
    zusatzlich punktest du, optional, kann-kriterien, von vorteil sind, ausserdem von vorteil, hilfreich`,
  other: `aufgaben, ihre aufgaben, deine aufgaben, aufgabengebiet, aufgabenbereich, das erwartet dich, das erwartet sie, was
    dich erwartet, was sie erwartet, was erwartet dich, was erwartet sie, wir bieten, wir bieten ihnen, wir bieten dir, was
    wir bieten, was wir ihnen bieten, was wir dir bieten, das bieten wir, das bieten wir ihnen, das bieten wir dir, unser
    angebot, unsere leistungen, leistungen, benefits, deine benefits, ihre benefits, deine vorteile, ihre vorteile,
    vorteile, uber uns, wer wir sind, das sind wir, wir sind, das unternehmen, unternehmen, tatigkeiten, ihre tatigkeiten,
    deine tatigkeiten, tatigkeitsbereich, verantwortung, deine verantwortung, ihre verantwortung, ihre rolle, deine rolle,
    die rolle, die stelle, bewerbung, ihre bewerbung, deine bewerbung, so bewerben sie sich, so bewirbst du dich, kontakt, ihr
    ansprechpartner, dein ansprechpartner, ansprechpartner, arbeitsort, einsatzort, gehalt, vergutung, arbeitszeit, standort,
    stellenbeschreibung, darauf konnen sie sich freuen, darauf kannst du dich freuen, freu dich auf, warum wir, warum zu uns,
    dein team, ihr team, das team, das machst du, was du machst, was sie tun, was du tust, deine mission, ihre mission,
    einleitung, eintrittstermin, bewerbungsfrist, datenschutz, hinweise, das haben sie davon, das hast du davon, arbeitsbeginn, dienstbeginn, beginn, das gibt es,
    das gibt's, ihre herausforderung, deine herausforderung, ihr aufgabengebiet, entgelt, rahmenbedingungen, konditionen`,
};
