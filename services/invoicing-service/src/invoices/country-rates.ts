/**
 * The standard rate and the reduced rates in basis points as of November 2026. Sources and the
 * dates of the last changes: docs/reference/vat-rates.md.
 */
export const ratesByCountry: Readonly<Record<string, readonly number[]>> = {
  AT: [2000, 1300, 1000],
  BE: [2100, 1200, 600],
  BG: [2000, 900],
  CH: [810, 380, 260],
  CY: [1900, 900, 500, 300],
  CZ: [2100, 1200],
  DE: [1900, 700],
  DK: [2500],
  EE: [2400, 1300, 900],
  ES: [2100, 1000, 400],
  FI: [2550, 1350, 1000],
  FR: [2000, 1000, 550, 210],
  GB: [2000, 500],
  GR: [2400, 1300, 600],
  HR: [2500, 1300, 500],
  HU: [2700, 1800, 500],
  IE: [2300, 1350, 900, 480],
  IT: [2200, 1000, 500, 400],
  LT: [2100, 1200, 500],
  LU: [1700, 1400, 800, 300],
  LV: [2100, 1200, 500],
  // Monaco belongs to the French VAT territory (directive 2006/112/EC, article 7).
  MC: [2000, 1000, 550, 210],
  MT: [1800, 1200, 700, 500],
  NL: [2100, 900],
  NO: [2500, 1500, 1200],
  PL: [2300, 800, 500],
  PT: [2300, 1300, 600],
  RO: [2100, 1100],
  SE: [2500, 1200, 600],
  SI: [2200, 950, 500],
  SK: [2300, 1900, 500],
}
