import { getRouteApi } from '@tanstack/react-router'
import { HappeningDialog } from '../happenings/happening-dialog.tsx'
import { HappeningList } from '../happenings/happening-list.tsx'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { SearchField } from '../money/records/search-field.tsx'
import { NewButton, Page } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/events/{-$id}')

export function HappeningListPage() {
  const { q = '', create } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  const open = () => void navigate({ search: (old) => ({ ...old, create: true }) })
  return (
    <Page title="Events" actions={isAdmin && <NewButton onClick={open}>New event</NewButton>}>
      <div className={`wrapped ${money.filters}`} style={{ minHeight: 36 }}>
        <SearchField
          label="Search titles and places"
          value={q}
          onChange={(text) =>
            void navigate({ search: text === '' ? {} : { q: text }, replace: true })
          }
        />
      </div>
      <HappeningList q={q} onCreate={open} />
      {create === true && isAdmin && (
        <HappeningDialog
          onClose={() => void navigate({ search: {}, replace: true })}
          onSaved={({ id: made }) => void navigate({ params: { id: made }, search: {} })}
        />
      )}
    </Page>
  )
}
