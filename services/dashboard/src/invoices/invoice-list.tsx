import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconFileInvoice, IconFilterOff } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { InvoiceRows } from '../money/invoice-rows.tsx'
import money from '../money/money.module.css'
import { ShowMore } from '../money/row-list.tsx'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { useFirstContent } from '../platform/first-content.ts'
import { apiOrigin } from '../platform/page-facts.ts'
import { useStanding } from '../platform/use-standing.ts'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import { invoicesQuery } from './invoice-queries.ts'
import { filtersOf, type InvoicesSearch } from './invoices-search.ts'
import { exportPath } from './list-query.ts'

function countWords(shown: number, total: number): string {
  const all = total === 1 ? '1 invoice' : `${total.toLocaleString()} invoices`
  return shown < total ? `${shown.toLocaleString()} of ${all}` : all
}

/** The invoices of an address, page by page. */
export function InvoiceList({ search, onClear }: { search: InvoicesSearch; onClear: () => void }) {
  const query = useInfiniteQuery({ ...invoicesQuery(search), placeholderData: keepPreviousData })
  const { error, isPending } = useStanding(query)
  const isAdmin = useIsAdmin()
  useFirstContent(!isPending)
  const items = query.data?.pages.flatMap(({ items: some }) => some) ?? []
  if (isPending) return <Skeleton h={320} radius="lg" />
  if (error !== null) return <Problem error={error} onRetry={() => void query.refetch()} />
  if (items.length === 0 && Object.keys(filtersOf(search)).length > 0) {
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
        Every filter has to match. Drafts have no issue date yet.
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
        Write the lines, look at the document and send it. The customer pays on a page, and you see it here.
      </Empty>
    )
  }
  return (
    <>
      <InvoiceRows invoices={items} label="Invoices" />
      <div className={`quiet ${money.foot}`}>
        <span>{countWords(items.length, query.data?.pages.at(-1)?.total ?? items.length)}</span>
        <a href={apiOrigin + exportPath(search)} download="invoices.csv" className="link">
          <IconDownload size={14} aria-hidden /> Export as CSV
        </a>
      </div>
      <ShowMore query={query} />
    </>
  )
}
