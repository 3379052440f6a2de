import { getOverview } from '@atrium/contracts'
import { operationQuery } from '../platform/records/queries.ts'

/**
 * Reads everything that Home shows. One request, because Home should cost each service one request
 * at most.
 */
export const overviewQuery = operationQuery(['attention'], getOverview, {})
