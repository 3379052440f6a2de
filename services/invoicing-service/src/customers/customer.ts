import { Customer } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'
import { viewOf } from '../view.ts'

export type CustomerRow = Selectable<Database['customers']>

export const toCustomer: (row: CustomerRow) => Customer = viewOf(Customer)
