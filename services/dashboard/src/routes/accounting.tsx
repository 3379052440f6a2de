import { AtriumError } from '@atrium/sdk'
import { IconCalculator } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { monthsQuery } from '../accounting/accounting-queries.ts'
import { DocumentList } from '../accounting/document-list.tsx'
import { MonthList } from '../accounting/month-list.tsx'
import money from '../money/money.module.css'
import { Empty } from '../ui/page/empty.tsx'
import { Page } from '../ui/page/page-header.tsx'

export function AccountingPage() {
  const { error } = useQuery(monthsQuery)
  if (error instanceof AtriumError && error.code === 'not_configured') {
    return (
      <Page title="Accounting">
        <Empty icon={IconCalculator} title="Accounting is not set up">
          Accounting collects invoices and receipts and creates a journal for your accountant. An
          administrator of Atrium can set it up.
        </Empty>
      </Page>
    )
  }
  return (
    <Page title="Accounting">
      <h2 className={money.heading}>Journal by month</h2>
      <p className="quiet" style={{ margin: '-4px 0 8px' }}>
        For your accountant: as a table (CSV), or in the form that French tax offices ask for (FEC).
      </p>
      <MonthList />
      <h2 className={money.heading}>Incoming documents</h2>
      <DocumentList />
    </Page>
  )
}
