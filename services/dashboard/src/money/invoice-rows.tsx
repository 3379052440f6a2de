import type { Invoice } from '@atrium/contracts'
import { Link } from '@tanstack/react-router'
import { InvoiceStatus } from './invoice-status.tsx'
import money from './money.module.css'
import { type MorePages, RowList } from './row-list.tsx'
import classes from './rows.module.css'
import { useMoney } from './use-money.ts'

/** The invoices of a list as links to their pages. */
export function InvoiceRows({
  invoices,
  label,
  query,
}: {
  invoices: ReadonlyArray<Invoice & { readonly customerName?: string }>
  label: string
  /** The query of a list that is loaded page by page. */
  query?: MorePages
}) {
  const { amount, day } = useMoney()
  return (
    <RowList
      label={label}
      {...(query === undefined ? {} : { query })}
      heads={
        <div className={`${money.columns} ${classes.invoice}`} aria-hidden>
          <span>Invoice</span>
          <span>Status</span>
          <span>Issued</span>
          <span>Due</span>
          <span className={money.figure}>Total</span>
        </div>
      }
    >
      {invoices.map((invoice) => (
        <li key={invoice.id}>
          <Link
            to="/invoices/{-$id}"
            params={{ id: invoice.id }}
            data-row
            className={`${money.row} ${classes.invoice}`}
          >
            <span className="column">
              <span className={money.name} dir="auto">
                {invoice.customerName ?? invoice.number ?? 'Draft'}
              </span>
              {invoice.customerName !== undefined && (
                <span className={money.quiet}>{invoice.number ?? 'No number yet'}</span>
              )}
            </span>
            <span className={classes.status}>
              <InvoiceStatus invoice={invoice} />
            </span>
            <span className={`${money.wideOnly} ${money.quiet}`}>
              {invoice.issueDate === null ? '–' : day(invoice.issueDate)}
            </span>
            <span className={`${money.wideOnly} ${money.quiet}`}>
              {invoice.dueDate === null ? '–' : day(invoice.dueDate)}
            </span>
            <span className={`${money.figure} ${classes.total}`}>
              {amount(invoice.totalAmountCents, invoice.currency)}
              <Credit invoice={invoice} />
            </span>
          </Link>
        </li>
      ))}
    </RowList>
  )
}

/** What credit notes took off an invoice, and what is still to pay. */
function Credit({ invoice }: { invoice: Invoice }) {
  const { amount } = useMoney()
  const { creditedCents, amountDueCents, currency } = invoice
  if (creditedCents === 0) return null
  return (
    <>
      <span className={`fine ${classes.credit}`}>{amount(creditedCents, currency)} credited</span>
      {amountDueCents > 0 && (
        <span className={`fine ${classes.credit}`}>{amount(amountDueCents, currency)} due</span>
      )}
    </>
  )
}
