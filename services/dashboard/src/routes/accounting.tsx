import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { MonthList } from '../accounting/month-list.tsx'
import money from '../money/money.module.css'
import { afterwards } from '../platform/load-page.ts'
import { Page } from '../ui/page-header.tsx'

const DocumentList = afterwards(async () => (await import('../accounting/document-list.tsx')).DocumentList)

export function AccountingPage() {
  return (
    <Page title="Accounting">
      <h2 className={money.heading}>Journal by month</h2>
      <p className="quiet" style={{ margin: '-4px 0 8px' }}>
        For your accountant: as a table (CSV), or in the form that French tax offices ask for (FEC).
      </p>
      <MonthList />
      <h2 className={money.heading}>Incoming documents</h2>
      <Suspense fallback={<Skeleton h={160} radius="lg" />}>
        <DocumentList />
      </Suspense>
    </Page>
  )
}
