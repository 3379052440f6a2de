import { getAssetUsage } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'

/** How much the organisation stores. */
export const usageQuery = queryOptions({
  queryKey: ['assets', 'usage'],
  queryFn: () => atrium.call(getAssetUsage, {}),
})
