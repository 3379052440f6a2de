import { Customer } from '@atrium/contracts'
import type { Row } from '../database.ts'
import { viewOf } from '../view.ts'

export type CustomerRow = Row<'customers'>

export const toCustomer: (row: CustomerRow) => Customer = viewOf(Customer)
