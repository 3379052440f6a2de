import { Customer, type CustomerEmails } from '@atrium/contracts'
import { createView, json, toColumns } from '@atrium/database'
import type { Row } from '../database.ts'

export type CustomerRow = Row<'customers'>

/** The amount due on open invoices, in a currency's minor units. */
export type Balance = Pick<Customer, 'balanceCents' | 'balanceCurrency'>

export type CustomerDetails = Omit<Customer, keyof Balance>

export const toCustomerDetails: (row: CustomerRow) => CustomerDetails = createView(
  Customer.omit({ balanceCents: true, balanceCurrency: true }),
)

/** Returns a customer without open invoices. */
export const toNewCustomer = (row: CustomerRow): Customer => ({
  ...toCustomerDetails(row),
  balanceCents: 0,
  balanceCurrency: row.currency,
})

/** Returns the columns for the given fields. */
export const toCustomerColumns = <F extends { emails?: CustomerEmails | undefined }>({
  emails,
  ...fields
}: F) => ({
  ...toColumns(fields),
  ...(emails === undefined ? {} : { emails: json(emails) }),
})
