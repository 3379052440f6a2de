import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import type { ListSearch } from '../money/records/list-search.ts'
import { SearchField } from '../money/records/search-field.tsx'
import { OfferDialog } from '../offers/offer-dialog.tsx'
import { OfferList } from '../offers/offer-list.tsx'
import { OfferView } from '../offers/offer-view.tsx'
import { NewButton, Page } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/products/{-$id}')

export function OffersPage() {
  const { id } = route.useParams()
  const { status = 'active', q = '', create } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  if (id !== undefined) {
    return <OfferView key={id} id={id} />
  }
  const open = () => void navigate({ search: (old) => ({ ...old, create: true }) })
  const list = (changed: Pick<ListSearch, 'q' | 'status'>) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
  return (
    <Page title="Products" actions={isAdmin && <NewButton onClick={open}>New product</NewButton>}>
      <div className={`wrapped ${money.filters}`}>
        <SegmentedControl
          aria-label="Show"
          data={[
            { value: 'active', label: 'Active' },
            { value: 'archived', label: 'Archived' },
          ]}
          value={status}
          onChange={(value) => list({ status: value === 'archived' ? 'archived' : undefined })}
        />
        <SearchField
          label="Name or description"
          value={q}
          onChange={(text) => list({ q: text === '' ? undefined : text })}
        />
      </div>
      <OfferList status={status} q={q} onCreate={open} />
      {create === true && isAdmin && (
        <OfferDialog
          onClose={() =>
            void navigate({ search: (old) => ({ ...old, create: undefined }), replace: true })
          }
          onSaved={({ id: made }) => void navigate({ params: { id: made }, search: {} })}
        />
      )}
    </Page>
  )
}
