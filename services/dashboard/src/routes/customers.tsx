import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { CustomerList } from '../customers/customer-list.tsx'
import { CustomerView } from '../customers/customer-view.tsx'
import { ImportDialog } from '../customers/import-dialog.tsx'
import { CustomerDialog } from '../money/customer/customer-dialog.tsx'
import money from '../money/money.module.css'
import { SearchField } from '../money/records/search-field.tsx'
import { NewButton, Page } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/customers/{-$id}')

export function CustomersPage() {
  const { id } = route.useParams()
  const { q, create } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const [importing, setImporting] = useState(false)
  if (id !== undefined) {
    return (
      <CustomerView
        key={id}
        id={id}
        onGone={() => void navigate({ params: { id: undefined }, replace: true })}
        onMerged={(into) => void navigate({ params: { id: into }, replace: true })}
      />
    )
  }
  const open = () => void navigate({ search: (old) => ({ ...old, create: true }) })
  return (
    <Page
      title="Customers"
      actions={
        <>
          <Button variant="default" onClick={() => setImporting(true)}>
            Import
          </Button>
          <NewButton onClick={open}>New customer</NewButton>
        </>
      }
    >
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
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
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
