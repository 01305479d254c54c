const spelled: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Words as they stand in HTML, also between double quotes. */
export const htmlText = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => spelled[mark] ?? mark);
