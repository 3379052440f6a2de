import { type Estimate, type EstimateDetails, getEstimate, listEstimates } from '@atrium/contracts'
import { atrium } from '../../platform/connection/api.ts'
import { offsetPages } from '../../platform/records/queries.ts'
import { taggedQuery } from '../../platform/records/versions.ts'
import { type EstimatesSearch, toEstimateFilters } from './estimates-search.ts'

/** Reads the estimates that match the URL, page by page. */
export const estimatesQuery = (search: EstimatesSearch) => {
  const filters = toEstimateFilters(search)
  return offsetPages(['estimates', 'list', filters], (page, options) =>
    atrium.call(listEstimates, { query: { ...filters, ...page } }, options),
  )
}

/** An estimate. A change returns it without the sentences about VAT. */
export type ShownEstimate = Estimate & Partial<Pick<EstimateDetails, 'vatReasons'>>

/** Reads an estimate with its version (ETag). */
export const estimateQuery = taggedQuery<ShownEstimate>('estimates', (id, options) =>
  atrium.call(getEstimate, { params: { id } }, options),
)
