import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { BankStatus } from '../bank/bank-queries.ts'
import { ImportDialog } from '../bank/import-dialog.tsx'
import { TransactionList } from '../bank/transaction-list.tsx'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { NewButton, Page } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/bank')

const shown: ReadonlyArray<{ value: BankStatus; label: string }> = [
  { value: 'unmatched', label: 'To match' },
  { value: 'matched', label: 'Matched' },
  { value: 'ignored', label: 'Ignored' },
]

export function BankPage() {
  const { status = 'unmatched' } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  const [isImporting, setIsImporting] = useState(false)
  const open = () => setIsImporting(true)
  return (
    <Page
      title="Bank"
      actions={isAdmin && <NewButton onClick={open}>Import a statement</NewButton>}
    >
      <div className={`wrapped ${money.filters}`}>
        <SegmentedControl
          aria-label="Show"
          data={[...shown]}
          value={status}
          onChange={(value) => {
            const next = shown.find((each) => each.value === value)?.value
            void navigate({ search: next === 'unmatched' ? {} : { status: next }, replace: true })
          }}
        />
      </div>
      <TransactionList key={status} status={status} onImport={open} />
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </Page>
  )
}
