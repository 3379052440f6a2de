import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { CustomerList } from '../customers/customer-list.tsx'
import money from '../money/money.module.css'
import { SearchField } from '../money/search-field.tsx'
import { late } from '../platform/load-page.ts'
import { NewButton, Page } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/customers/{-$id}')
const CustomerDialog = late(
  async () => (await import('../money/customer-dialog.tsx')).CustomerDialog,
)
const CustomerView = late(async () => (await import('../customers/customer-view.tsx')).CustomerView)

export function CustomersPage() {
  const { id } = route.useParams()
  const { q, create } = route.useSearch()
  const navigate = route.useNavigate()
  if (id !== undefined) {
    return (
      <Suspense fallback={<Skeleton h={320} m={24} w="auto" />}>
        <CustomerView
          key={id}
          id={id}
          onGone={() => void navigate({ params: { id: undefined }, replace: true })}
        />
      </Suspense>
    )
  }
  const open = () => void navigate({ search: (old) => ({ ...old, create: true }) })
  return (
    <Page title="Customers" actions={<NewButton onClick={open}>New customer</NewButton>}>
      <div className={`wrapped ${money.filters}`}>
        <SearchField
          label="Name or address"
          value={q ?? ''}
          onChange={(text) =>
            void navigate({ search: text === '' ? {} : { q: text }, replace: true })
          }
        />
      </div>
      <CustomerList q={q ?? ''} onCreate={open} />
      <Suspense>
        {create === true && (
          <CustomerDialog
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
