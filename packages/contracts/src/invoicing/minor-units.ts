// Every currency of ISO 4217 (list one) whose minor unit is not a hundredth. `Intl` is no source for it: its decimals are
// those of everyday prices (CLDR), none for the forint or the rupiah, and change with the version of its data.
const codesOf: ReadonlyArray<readonly [number, string]> = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]
const decimals: ReadonlyMap<string, number> = new Map(
  codesOf.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits])),
)

/** The decimals of a currency's minor unit by ISO 4217, upper case: 0 for JPY, 3 for KWD; 2 for an unknown code. */
export const minorDigits = (currency: string): number => decimals.get(currency) ?? 2
