import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { accountingQuery } from '../../platform/accounting.ts'
import { useMe } from '../../platform/me.ts'
import { type Place, places } from './navigation.ts'

/** The pages that the person may open, in the order of the side bar. */
export function usePlaces(): readonly Place[] {
  const { user, org } = useMe()
  const hasAccounting = useQuery({ ...accountingQuery, enabled: org !== null }).data?.enabled === true
  return useMemo(
    () =>
      places.filter(({ forOperators, forAccounting }) => {
        if (forOperators === true) return user.isAdmin
        return forAccounting !== true || hasAccounting
      }),
    [user.isAdmin, hasAccounting],
  )
}
