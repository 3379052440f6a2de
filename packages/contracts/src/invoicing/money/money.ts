import { z } from 'zod'
import { countryCodes } from '../parties/countries.ts'
import { currencyCodes } from './currencies.ts'

export const Cents = z.number().int().min(-999_999_999_999).max(999_999_999_999)

/** An ISO 4217 code in upper case. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'Choose a currency, such as EUR', abort: true })
  .refine((code) => currencyCodes.has(code), 'This currency does not exist. Choose another one.')

/** An ISO 3166-1 alpha-2 code in upper case. */
export const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'Choose a country, such as FR', abort: true })
  .refine((code) => countryCodes.has(code), 'This country does not exist. Choose another one.')

/** A whole document's VAT in basis points: 2000 is 20 %. */
export const VatRateBps = z.number().int().min(0).max(10_000)

/** Billing intervals for recurring offers. */
export const intervals = ['month', 'year'] as const
