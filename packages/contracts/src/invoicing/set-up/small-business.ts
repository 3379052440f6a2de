/**
 * The provision that exempts small businesses from VAT, by country. docs/reference/vat-rates.md
 * names the sources. Other countries of the European Union cite directive 2006/112/EC.
 */
const provisions: Readonly<Record<string, string>> = {
  AT: '§ 6 Abs. 1 Z 27 UStG',
  BE: 'art. 56bis CTVA/WBTW',
  CH: 'Art. 10 MWSTG/LTVA',
  DE: '§ 19 UStG',
  FR: 'article 293 B du CGI',
  IT: 'art. 1, commi 54-89, L. 190/2014',
  NL: 'art. 25 Wet OB 1968',
}

/** Returns the provision that a small business in the country cites, or null if none is known. */
export const smallBusinessProvision = (country: string | null | undefined): string | null =>
  provisions[country ?? ''] ?? null
