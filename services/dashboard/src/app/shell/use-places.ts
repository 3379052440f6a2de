import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMe } from '../../platform/me.ts'
import { type Place, places } from './navigation.ts'

const withoutOperator = places.filter(({ forOperators }) => forOperators !== true)

/** The pages that the person may open, in the order of the side bar. */
export function usePlaces(): readonly Place[] {
  const { user, org } = useMe()
  // Few deployments have accounting: neither the question nor the page is a part of the shell.
  const { data: accounting } = useQuery({
    queryKey: ['accounting', 'place'],
    queryFn: async ({ signal }) => (await import('./accounting-place.ts')).findAccountingPlace(signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: org !== null,
  })
  return useMemo(() => {
    const own = user.isAdmin ? places : withoutOperator
    if (accounting == null) return own
    return own.flatMap((place) => (place.label === 'Schedules' ? [place, accounting] : [place]))
  }, [user.isAdmin, accounting])
}
