import { getSeller } from '@atrium/contracts'
import { operationQuery } from '../platform/operation-query.ts'

/** The seller on the invoices. */
export const sellerQuery = operationQuery(['payments', 'seller'], getSeller, {})
