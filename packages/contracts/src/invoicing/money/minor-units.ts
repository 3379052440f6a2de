// ISO 4217 currencies with a minor unit other than a hundredth. The units of account (CLF, UYI,
// UYW) are left out because no request accepts them. `Intl` cannot be the source: its decimals are
// for everyday prices (CLDR), for example none for the forint and the rupiah, and they change with
// its data version.
const none = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF)$/
const three = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/

/**
 * Returns the decimals of a currency's minor unit (ISO 4217, upper case): 0 for JPY, 3 for KWD, and
 * 2 for an unknown code.
 */
export const minorDigits = (currency: string): number =>
  none.test(currency) ? 0 : three.test(currency) ? 3 : 2
