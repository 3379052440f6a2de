import { z } from 'zod'
import { countryCodes } from './countries.ts'
import { currencyCodes } from './currencies.ts'

export const Cents = z.number().int().min(-999_999_999_999).max(999_999_999_999)

/** An ISO 4217 code in upper case. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'Use an upper-case ISO 4217 code', abort: true })
  .refine((code) => currencyCodes.has(code), 'No currency has this ISO 4217 code')

/** An ISO 3166-1 alpha-2 code in upper case. */
export const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'Use an upper-case ISO 3166-1 alpha-2 code', abort: true })
  .refine((code) => countryCodes.has(code), 'No country has this ISO 3166-1 alpha-2 code')

/** The VAT of a whole document in basis points: 2000 is 20 %. */
export const VatRateBps = z.number().int().min(0).max(10_000)

/** Billing intervals for recurring offers. */
export const intervals = ['month', 'year'] as const
