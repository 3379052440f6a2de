import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { HappeningList } from '../happenings/happening-list.tsx'
import money from '../money/money.module.css'
import { useIsAdmin } from '../money/viewer.ts'
import { afterwards, late } from '../platform/load-page.ts'
import { NewButton, Page } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/events/{-$id}')
const SearchField = afterwards(async () => (await import('../money/search-field.tsx')).SearchField)
const HappeningDialog = late(
  async () => (await import('../happenings/happening-dialog.tsx')).HappeningDialog,
)

export function HappeningListPage() {
  const { q = '', create } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useIsAdmin()
  const open = () => void navigate({ search: (old) => ({ ...old, create: true }) })
  return (
    <Page title="Events" actions={isAdmin && <NewButton onClick={open}>New event</NewButton>}>
      <div className={`wrapped ${money.filters}`} style={{ minHeight: 36 }}>
        <Suspense>
          <SearchField
            label="Search titles and places"
            value={q}
            onChange={(text) =>
              void navigate({ search: text === '' ? {} : { q: text }, replace: true })
            }
          />
        </Suspense>
      </div>
      <HappeningList q={q} onCreate={open} />
      <Suspense>
        {create === true && isAdmin && (
          <HappeningDialog
            onClose={() => void navigate({ search: {}, replace: true })}
            onSaved={({ id: made }) => void navigate({ params: { id: made }, search: {} })}
          />
        )}
      </Suspense>
    </Page>
  )
}
