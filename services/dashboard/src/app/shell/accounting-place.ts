import { getAccounting } from '@atrium/contracts'
import { IconCalculator } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'
import { useMe } from '../../platform/me.ts'
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

/** Asks once whether this deployment has a page of accounting, which `usePlaces` then shows; null without it. */
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
