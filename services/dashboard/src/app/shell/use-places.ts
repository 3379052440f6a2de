import { getAccounting } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { operationQuery } from '../../platform/records/queries.ts'
import { useMe } from '../../platform/session/me.ts'
import { accountingPlace, type Place, places } from './navigation.ts'

const withoutOperator = places.filter(({ forOperators }) => forOperators !== true)

export function usePlaces(): readonly Place[] {
  const { user } = useMe()
  // Few deployments have accounting.
  const { data: accounting } = useQuery({
    ...operationQuery(['accounting', 'place'], getAccounting, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hasAccounting = accounting?.enabled === true
  return useMemo(() => {
    const own = user.isAdmin ? places : withoutOperator
    if (!hasAccounting) return own
    return own.flatMap((place) =>
      place.label === 'Subscriptions' ? [place, accountingPlace] : [place],
    )
  }, [user.isAdmin, hasAccounting])
}
