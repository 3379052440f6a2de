import { ProviderError } from './provider-error.ts'

const wholeOnly = new Set(['isk', 'ugx'])
const zeroDecimals = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
const threeDecimals = new Set('bhd jod kwd omr tnd'.split(' '))

/** Returns the decimals that the provider uses for amounts in a currency. */
export function countDigits(currency: string): number {
  const code = currency.toLowerCase()
  if (zeroDecimals.has(code)) return 0
  return threeDecimals.has(code) ? 3 : 2
}

/** Throws if the provider does not accept the amount in this currency. */
export function requireChargeable(amount: number, currency: string): void {
  const code = currency.toLowerCase()
  const step = wholeOnly.has(code) ? 100 : threeDecimals.has(code) ? 10 : 1
  if (amount % step === 0) return
  throw new ProviderError({
    code: 'invalid_charge_amount_no_decimal_compatible',
    message: `Invalid amount. Amounts in ${code.toUpperCase()} must be evenly divisible by ${step}.`,
    param: 'amount',
  })
}
