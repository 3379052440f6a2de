import type { Customer } from '@atrium/contracts'

type Address = Pick<
  Customer,
  | 'billingLine1'
  | 'billingLine2'
  | 'billingPostalCode'
  | 'billingCity'
  | 'billingState'
  | 'billingCountry'
>

/** Returns the name of a country (ISO 3166-1 alpha-2). */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code

export const present = (lines: ReadonlyArray<string | null>): string[] =>
  lines.filter((line): line is string => line !== null && line !== '')

/** Returns a customer's address lines as on a letter, without empty ones. */
export const addressLines = (customer: Address): string[] =>
  present([
    customer.billingLine1,
    customer.billingLine2,
    [customer.billingPostalCode, customer.billingCity].filter(Boolean).join(' '),
    customer.billingState,
    customer.billingCountry && countryName(customer.billingCountry),
  ])
