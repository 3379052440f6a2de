import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { type Place, places } from './navigation.ts'

const withoutOperator = places.filter(({ forOperators }) => forOperators !== true)

export function usePlaces(): readonly Place[] {
  const { user } = useMe()
  // Few deployments have accounting, so the background asks for its page after the first content.
  const { data: accounting } = useQuery<Place | null>({
    queryKey: ['accounting', 'place'],
    enabled: false,
  })
  return useMemo(() => {
    const own = user.isAdmin ? places : withoutOperator
    if (accounting == null) return own
    return own.flatMap((place) => (place.label === 'Subscriptions' ? [place, accounting] : [place]))
  }, [user.isAdmin, accounting])
}
