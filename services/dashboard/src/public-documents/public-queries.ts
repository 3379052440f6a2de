import { getPublicEstimate, getPublicInvoice } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { operationQuery } from '../platform/records/queries.ts'
import { tagged } from '../platform/records/versions.ts'

export const publicInvoiceQuery = (token: string) =>
  operationQuery(['public-invoice', token], getPublicInvoice, { params: { token } })

/** Reads an estimate with its version, so that nobody accepts another text than they have read. */
export const publicEstimateQuery = (token: string) =>
  queryOptions({
    queryKey: ['public-estimate', token],
    queryFn: ({ signal }) =>
      tagged(atrium.call(getPublicEstimate, { params: { token } }, { signal })),
  })
