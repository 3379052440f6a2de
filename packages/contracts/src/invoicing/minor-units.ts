// Every currency of ISO 4217 whose minor unit is not a hundredth, without the units of account (CLF, UYI, UYW), which no
// request takes. `Intl` is no source for it: its decimals are those of everyday prices (CLDR), none for the forint or the
// rupiah, and change with the version of its data.
const none = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF)$/
const three = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/

/** The decimals of a currency's minor unit by ISO 4217, upper case: 0 for JPY, 3 for KWD; 2 for an unknown code. */
export const minorDigits = (currency: string): number =>
  none.test(currency) ? 0 : three.test(currency) ? 3 : 2
