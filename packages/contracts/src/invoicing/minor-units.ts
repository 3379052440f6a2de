// The currencies in ISO 4217 whose minor unit is not a hundredth, without the units of account
// (CLF, UYI, UYW) that no request accepts. `Intl` cannot be the source: its decimals are those of
// everyday prices (CLDR), for example none for the forint and the rupiah, and they change with its
// data version.
const none = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF)$/
const three = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/

/**
 * Returns the decimals of a currency's minor unit (ISO 4217, upper case): 0 for JPY, 3 for KWD, and
 * 2 for an unknown code.
 */
export const minorDigits = (currency: string): number =>
  none.test(currency) ? 0 : three.test(currency) ? 3 : 2
