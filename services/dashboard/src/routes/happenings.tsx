import { getRouteApi } from '@tanstack/react-router'
import { CheckInPage as CheckIn } from '../happenings/check-in/check-in-page.tsx'
import { HappeningView } from '../happenings/happening-view.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import { HappeningListPage } from './happening-list.tsx'

const route = getRouteApi('/inside/events/{-$id}')

/** Shows the list of happenings, one happening, or its check-in. */
export function HappeningsPage() {
  const { id } = route.useParams()
  const { q = '', part } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  return (
    <>
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
    </>
  )
}
