import { getAccounting } from '@atrium/contracts'
import { IconCalculator } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { useMe } from '../../platform/session/me.ts'
import type { Place } from './navigation.ts'

const place: Place = {
  to: '/accounting',
  params: true,
  label: 'Accounting',
  icon: IconCalculator,
  key: 'j',
  group: 'money',
  inMenu: true,
}

/**
 * Asks once if this deployment has an accounting page, so `usePlaces` can show it. The result is
 * null if it has none.
 */
export function AccountingPlace() {
  const { org } = useMe()
  useQuery({
    queryKey: ['accounting', 'place'],
    queryFn: async ({ signal }): Promise<Place | null> =>
      (await atrium.call(getAccounting, {}, { signal })).enabled ? place : null,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: org !== null,
  })
  return null
}
