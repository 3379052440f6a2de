import { minorDigits, processorErrors } from '@atrium/contracts'

// The provider's decimals if they differ from ISO 4217 (docs.stripe.com/currencies, "Special
// cases").
const providerDigits: ReadonlyMap<string, number> = new Map([
  ['ISK', 2],
  ['UGX', 2],
  ['MGA', 0],
])

const findShift = (currency: string): number => {
  const code = currency.toUpperCase()
  const digits = minorDigits(code)
  return (providerDigits.get(code) ?? digits) - digits
}

/**
 * Converts ISO 4217 minor units to the provider's. Throws `amount_not_chargeable` (422) if the
 * provider cannot take the amount, for example a fraction of an ariary, or three decimals with a
 * last digit other than 0.
 */
export function toProviderAmount(cents: number, currency: string): number {
  const shift = findShift(currency)
  const step = shift < 0 ? 10 ** -shift : minorDigits(currency.toUpperCase()) === 3 ? 10 : 1
  if (cents % step !== 0) {
    const message = `The payment provider accepts amounts in ${currency.toUpperCase()} only in steps of ${step} minor units`
    throw processorErrors.amount_not_chargeable({ message })
  }
  return shift < 0 ? cents / step : cents * 10 ** shift
}

type Amount = number | null | undefined
type OfCurrency = string | null | undefined

/**
 * Converts a provider amount to ISO 4217 minor units, with a fraction if it is not whole, for
 * comparisons. Assumes two decimals like the euro if there is no currency.
 */
export function exactFromProviderAmount<A extends Amount>(amount: A, currency: OfCurrency): A {
  if (amount == null) return amount
  const shift = findShift(currency ?? 'EUR')
  return (shift < 0 ? amount * 10 ** -shift : amount / 10 ** shift) as A
}

/** Converts a provider amount to ISO 4217 minor units, rounded to a whole number. */
export function fromProviderAmount<A extends Amount>(amount: A, currency: OfCurrency): A {
  const exact = exactFromProviderAmount(amount, currency)
  return exact == null ? exact : (Math.round(exact) as A)
}
