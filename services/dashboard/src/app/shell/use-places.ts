import { getAccounting, listApprovals } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { operationQuery } from '../../platform/records/queries.ts'
import { useMe } from '../../platform/session/me.ts'
import { accountingPlace, approvalsPlace, type Place, places } from './navigation.ts'

const withoutOperator = places.filter(({ forOperators }) => forOperators !== true)

export function usePlaces(): readonly Place[] {
  const { user } = useMe()
  // Few deployments have accounting.
  const { data: accounting } = useQuery({
    ...operationQuery(['accounting', 'place'], getAccounting, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hasAccounting = accounting?.enabled === true
  const { data: approvals } = useQuery(
    operationQuery(['approvals', 'place'], listApprovals, { query: { limit: 1 } }),
  )
  const hasApprovals = (approvals?.total ?? 0) > 0
  return useMemo(() => {
    const visiblePlaces = user.isAdmin ? places : withoutOperator
    const further = new Map<string, Place>([
      ...(hasAccounting ? [['Bank', accountingPlace] as const] : []),
      ...(hasApprovals ? [['Workflows', approvalsPlace] as const] : []),
    ])
    return visiblePlaces.flatMap((place) => {
      const next = further.get(place.label)
      return next === undefined ? [place] : [place, next]
    })
  }, [user.isAdmin, hasAccounting, hasApprovals])
}
