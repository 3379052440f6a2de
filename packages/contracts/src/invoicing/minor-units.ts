// Every currency of ISO 4217 (list one) whose minor unit is not a hundredth. `Intl` is no source for it: its decimals are
// those of everyday prices (CLDR), none for the forint or the rupiah, and change with the version of its data.
const none = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/
const three = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/
const four = /^(CLF|UYW)$/

/** The decimals of a currency's minor unit by ISO 4217, upper case: 0 for JPY, 3 for KWD; 2 for an unknown code. */
export const minorDigits = (currency: string): number =>
  none.test(currency) ? 0 : three.test(currency) ? 3 : four.test(currency) ? 4 : 2
