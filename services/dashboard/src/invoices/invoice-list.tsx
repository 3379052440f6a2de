import { Button } from '@mantine/core'
import { IconDownload, IconFileInvoice } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { InvoiceRow, invoiceColumns, invoiceHeads } from '../money/records/invoice-rows.tsx'
import { apiOrigin } from '../platform/page-facts.ts'
import { Empty, NoMatch } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { formatTotal } from '../ui/text/format-total.ts'
import { invoicesQuery } from './invoice-queries.ts'
import { type InvoicesSearch, toFilters } from './invoices-search.ts'
import { exportPath } from './list-query.ts'

function countWords(shown: number, total: number): string {
  const all = total === 1 ? '1 invoice' : `${formatTotal(total)} invoices`
  return shown < total ? `${shown.toLocaleString()} of ${all}` : all
}

export function InvoiceList({ search, onClear }: { search: InvoicesSearch; onClear: () => void }) {
  const query = useInfiniteQuery({ ...invoicesQuery(search), placeholderData: keepPreviousData })
  const isAdmin = useIsAdmin()
  const pages = query.data?.pages ?? []
  const shown = pages.reduce((sum, { items }) => sum + items.length, 0)
  const none = (
    <Empty
      icon={IconFileInvoice}
      title="Bill your first customer"
      action={
        isAdmin && (
          <Button component={Link} to="/invoices/new">
            New invoice
          </Button>
        )
      }
    >
      Write the lines, check the preview and send the invoice. Record the payment here when the
      money arrives.
    </Empty>
  )
  const noMatch = (
    <NoMatch title="No invoice matches" onClear={onClear}>
      An invoice must match every filter. Drafts have no issue date yet.
    </NoMatch>
  )
  return (
    <RecordList
      label="Invoices"
      query={query}
      height={320}
      empty={Object.keys(toFilters(search)).length > 0 ? noMatch : none}
      columns={invoiceColumns}
      heads={invoiceHeads}
      row={(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />}
      below={
        <div className={`quiet figures ${money.foot}`}>
          <span>{countWords(shown, pages.at(-1)?.total ?? shown)}</span>
          <a href={apiOrigin + exportPath(search)} download="invoices.csv" className="link">
            <IconDownload size={14} aria-hidden /> Export as CSV
          </a>
        </div>
      }
    />
  )
}
