import { type Invoice, invoiceTotals } from '@atrium/contracts'
import { Box } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMoney } from '../money/amounts/viewer.ts'
import { Facts } from '../money/records/facts.tsx'
import { InvoiceStatus } from '../money/records/invoice-status.tsx'
import { apiOrigin } from '../platform/page-facts.ts'
import { useMe } from '../platform/session/me.ts'
import { When } from '../ui/when.tsx'
import { toSheet } from './document-sheet.ts'
import { DocumentViews } from './document-views.tsx'
import type { ShownInvoice } from './invoice-queries.ts'
import type { InvoicesSearch } from './invoices-search.ts'
import { CreditNotes, EInvoiceMenu, InvoiceTimeline, MailFault } from './late-parts.tsx'
import { Payments } from './payments.tsx'
import classes from './view.module.css'

interface InvoiceViewProps {
  readonly invoice: ShownInvoice
  readonly view?: InvoicesSearch['view']
  readonly onView: (view: InvoicesSearch['view']) => void
}

export function InvoiceView({ invoice, view, onView }: InvoiceViewProps) {
  const { org } = useMe()
  const { lines } = invoiceTotals(invoice.lineItems, invoice.vatRateBps)
  const net = lines.map(({ netCents }) => netCents)
  const { mailed } = invoice
  return (
    <div className={classes.view}>
      <div>
        {mailed !== null && 'failed' in mailed && <MailFault reason={mailed.failed} />}
        <DocumentViews
          sheet={toSheet(invoice, org?.name ?? '', net)}
          pdf={`${apiOrigin}/api/invoicing/${invoice.id}/pdf`}
          name={invoice.number ?? 'Invoice'}
          version={invoice.updatedAt}
          view={view}
          onView={onView}
        >
          {invoice.status !== 'void' && <EInvoiceMenu invoice={invoice} />}
        </DocumentViews>
      </div>
      <aside className="column fields" aria-label="About the invoice">
        <InvoiceFacts invoice={invoice} />
        {invoice.paidCents > 0 && (
          <>
            <h2 className="title" style={{ marginTop: 8 }}>
              Payments
            </h2>
            <Payments invoice={invoice} />
          </>
        )}
        {invoice.creditedCents > 0 && (
          <>
            <h2 className="title" style={{ marginTop: 8 }}>
              Credit notes
            </h2>
            <CreditNotes id={invoice.id} currency={invoice.currency} />
          </>
        )}
        <h2 className="title" style={{ marginTop: 8 }}>
          Timeline
        </h2>
        <InvoiceTimeline id={invoice.id} />
      </aside>
    </div>
  )
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { amount, day } = useMoney()
  const { currency, status, creditedCents, paidCents, dueOn, paidAt, mailed, scheduleId } = invoice
  const page = invoice.paymentsHostedInvoiceUrl
  return (
    <Facts
      facts={{
        Total: (
          <Box className="bold figures" component="span" display="block" fz={22}>
            {amount(invoice.totalAmountCents, currency)}
          </Box>
        ),
        Received: paidCents > 0 && status !== 'paid' && amount(paidCents, currency),
        Credited: creditedCents > 0 && amount(creditedCents, currency),
        Refunded: invoice.refundedCents > 0 && amount(invoice.refundedCents, currency),
        'Amount due':
          (creditedCents > 0 || paidCents > 0) &&
          status === 'open' &&
          amount(invoice.amountDueCents, currency),
        Status: <InvoiceStatus invoice={invoice} />,
        Customer: (
          <Link to="/customers/{-$id}" params={{ id: invoice.customerId }} className="link">
            {invoice.buyer?.name ?? 'Open'}
          </Link>
        ),
        Due: dueOn && day(dueOn),
        Paid: paidAt && day(paidAt),
        Mailed: mailed !== null && 'at' in mailed && <When at={mailed.at} />,
        Reminders: status === 'open' && invoice.remindersPaused && 'Paused',
        Agreement: scheduleId && (
          <Link to="/subscriptions/{-$id}" params={{ id: scheduleId }} className="link">
            Recurring
          </Link>
        ),
        'Payment page': status === 'open' && page && (
          <a href={page} target="_blank" rel="noreferrer" className="link">
            Open <IconExternalLink size={12} aria-label="in a new tab" />
          </a>
        ),
      }}
    />
  )
}
