import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { late } from '../platform/load-page.ts'

const route = getRouteApi('/inside/events/{-$id}')
const HappeningListPage = late(async () => (await import('./happening-list.tsx')).HappeningListPage)
const HappeningView = late(
  async () => (await import('../happenings/happening-view.tsx')).HappeningView,
)
const CheckIn = late(
  async () => (await import('../happenings/check-in/check-in-page.tsx')).CheckInPage,
)

/** Shows the list of happenings, one happening, or its check-in. */
export function HappeningsPage() {
  const { id } = route.useParams()
  const { q = '', part } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Suspense fallback={<Skeleton h={320} m={24} w="auto" />}>
      {id === undefined && <HappeningListPage />}
      {id !== undefined && part === 'check-in' && <CheckIn key={id} id={id} />}
      {id !== undefined && part !== 'check-in' && (
        <HappeningView
          key={id}
          id={id}
          q={q}
          part={part ?? 'tickets'}
          onShow={(search) => void navigate({ search, replace: true, resetScroll: false })}
          onGone={() => void navigate({ params: { id: undefined }, search: {} })}
        />
      )}
    </Suspense>
  )
}
