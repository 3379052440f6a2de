import { SegmentedControl, Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ListSearch } from '../money/list-search.ts'
import money from '../money/money.module.css'
import { useIsAdmin } from '../money/viewer.ts'
import { OfferList } from '../offers/offer-list.tsx'
import { afterwards, late } from '../platform/load-page.ts'
import { NewButton, Page } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/products/{-$id}')
const OfferDialog = late(async () => (await import('../offers/offer-dialog.tsx')).OfferDialog)
const SearchField = afterwards(async () => (await import('../money/search-field.tsx')).SearchField)
const OfferView = late(async () => (await import('../offers/offer-view.tsx')).OfferView)

export function OffersPage() {
  const { id } = route.useParams()
  const { status = 'active', q = '', create } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useIsAdmin()
  if (id !== undefined) {
    return (
      <Suspense fallback={<Skeleton h={320} m={24} w="auto" />}>
        <OfferView key={id} id={id} />
      </Suspense>
    )
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
        <Suspense fallback={<Skeleton h={36} className={money.grow} />}>
          <SearchField
            label="Name or description"
            value={q}
            onChange={(text) => list({ q: text === '' ? undefined : text })}
          />
        </Suspense>
      </div>
      <OfferList status={status} q={q} onCreate={open} />
      <Suspense>
        {create === true && isAdmin && (
          <OfferDialog
            onClose={() =>
              void navigate({ search: (old) => ({ ...old, create: undefined }), replace: true })
            }
            onSaved={({ id: made }) => void navigate({ params: { id: made }, search: {} })}
          />
        )}
      </Suspense>
    </Page>
  )
}
