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

/** The name of a country (ISO 3166-1 alpha-2). */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code

/** The lines that have a text. */
export const present = (lines: ReadonlyArray<string | null>): string[] =>
  lines.filter((line): line is string => line !== null && line !== '')

/** The lines of a customer's address as they stand on a letter; none of them is empty. */
export const addressLines = (customer: Address): string[] =>
  present([
    customer.billingLine1,
    customer.billingLine2,
    [customer.billingPostalCode, customer.billingCity].filter(Boolean).join(' '),
    customer.billingState,
    customer.billingCountry && countryName(customer.billingCountry),
  ])
