import { Customer } from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { Row } from '../database.ts'

export type CustomerRow = Row<'customers'>

export const toCustomer: (row: CustomerRow) => Customer = createView(Customer)
