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

/** An amount of the provider in minor units of ISO 4217; the euro's two decimals without a currency. */
export const fromProviderAmount = <A extends number | null | undefined>(
  amount: A,
  currency: string | null | undefined,
): A => (amount == null ? amount : (Math.round(amount / 10 ** shiftOf(currency ?? 'EUR')) as A))
