import { Button } from '@mantine/core'
import { IconDownload, IconFileInvoice, IconFilterOff } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { InvoiceRows } from '../money/records/invoice-rows.tsx'
import { MoreRecords, useRecords } from '../money/records/records.tsx'
import { apiOrigin } from '../platform/page-facts.ts'
import { Empty } from '../ui/page/empty.tsx'
import { invoicesQuery } from './invoice-queries.ts'
import { type InvoicesSearch, toFilters } from './invoices-search.ts'
import { exportPath } from './list-query.ts'

function countWords(shown: number, total: number): string {
  const all = total === 1 ? '1 invoice' : `${total.toLocaleString()} invoices`
  return shown < total ? `${shown.toLocaleString()} of ${all}` : all
}

export function InvoiceList({ search, onClear }: { search: InvoicesSearch; onClear: () => void }) {
  const query = useInfiniteQuery({ ...invoicesQuery(search), placeholderData: keepPreviousData })
  const [items, place] = useRecords(query, 320)
  const isAdmin = useIsAdmin()
  if (place !== null) return place
  if (items.length === 0 && Object.keys(toFilters(search)).length > 0) {
    return (
      <Empty
        icon={IconFilterOff}
        title="No invoice matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        An invoice must match every filter. Drafts have no issue date yet.
      </Empty>
    )
  }
  if (items.length === 0) {
    return (
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
  }
  return (
    <>
      <InvoiceRows invoices={items} label="Invoices" />
      <div className={`quiet figures ${money.foot}`}>
        <span>{countWords(items.length, query.data?.pages.at(-1)?.total ?? items.length)}</span>
        <a href={apiOrigin + exportPath(search)} download="invoices.csv" className="link">
          <IconDownload size={14} aria-hidden /> Export as CSV
        </a>
      </div>
      <MoreRecords query={query} />
    </>
  )
}
