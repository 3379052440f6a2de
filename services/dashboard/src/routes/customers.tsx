import { getRouteApi } from '@tanstack/react-router'
import { CustomerList } from '../customers/customer-list.tsx'
import { CustomerView } from '../customers/customer-view.tsx'
import { CustomerDialog } from '../money/customer/customer-dialog.tsx'
import money from '../money/money.module.css'
import { SearchField } from '../money/records/search-field.tsx'
import { NewButton, Page } from '../ui/page/page-header.tsx'

const route = getRouteApi('/inside/customers/{-$id}')

export function CustomersPage() {
  const { id } = route.useParams()
  const { q, create } = route.useSearch()
  const navigate = route.useNavigate()
  if (id !== undefined) {
    return (
      <CustomerView
        key={id}
        id={id}
        onGone={() => void navigate({ params: { id: undefined }, replace: true })}
      />
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
      {create === true && (
        <CustomerDialog
          onClose={() =>
            void navigate({ search: (old) => ({ ...old, create: undefined }), replace: true })
          }
          onSaved={({ id: made }) => void navigate({ params: { id: made }, search: {} })}
        />
      )}
    </Page>
  )
}
