import { getPublicEstimate, getPublicInvoice } from '@atrium/contracts'
import { operationQuery } from '../platform/records/queries.ts'

export const publicInvoiceQuery = (token: string) =>
  operationQuery(['public-invoice', token], getPublicInvoice, { params: { token } })

export const publicEstimateQuery = (token: string) =>
  operationQuery(['public-estimate', token], getPublicEstimate, { params: { token } })
