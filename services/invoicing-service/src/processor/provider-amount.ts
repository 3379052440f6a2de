import { minorDigits, processorErrors } from '@atrium/contracts'

// The provider's decimals where they are not those of ISO 4217 (docs.stripe.com/currencies, "Special cases").
const providerDigits: ReadonlyMap<string, number> = new Map([
  ['ISK', 2],
  ['UGX', 2],
  ['MGA', 0],
])

const shiftOf = (currency: string): number => {
  const code = currency.toUpperCase()
  const digits = minorDigits(code)
  return (providerDigits.get(code) ?? digits) - digits
}

/**
 * An amount in minor units of ISO 4217 as the provider counts it. Throws `amount_not_chargeable` (422) for one that it
 * cannot take: a part of an ariary, or an amount of three decimals whose last digit is not 0.
 */
export function toProviderAmount(cents: number, currency: string): number {
  const shift = shiftOf(currency)
  const step = shift < 0 ? 10 ** -shift : minorDigits(currency.toUpperCase()) === 3 ? 10 : 1
  if (cents % step !== 0) {
    const message = `The payment processor takes amounts in ${currency.toUpperCase()} in steps of ${step} minor units`
    throw processorErrors.amount_not_chargeable({ message })
  }
  return shift < 0 ? cents / step : cents * 10 ** shift
}

type Amount = number | null | undefined
type OfCurrency = string | null | undefined

/**
 * An amount of the provider in minor units of ISO 4217, with a fraction where it has a part of one; for comparisons. The
 * euro's two decimals without a currency.
 */
export function exactFromProviderAmount<A extends Amount>(amount: A, currency: OfCurrency): A {
  if (amount == null) return amount
  const shift = shiftOf(currency ?? 'EUR')
  return (shift < 0 ? amount * 10 ** -shift : amount / 10 ** shift) as A
}

/** The same, rounded to a whole minor unit. */
export function fromProviderAmount<A extends Amount>(amount: A, currency: OfCurrency): A {
  const exact = exactFromProviderAmount(amount, currency)
  return exact == null ? exact : (Math.round(exact) as A)
}
