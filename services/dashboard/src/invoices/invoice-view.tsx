import { type Invoice, invoiceTotals } from '@atrium/contracts'
import { Button, Group, Skeleton } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { InvoiceStatus } from '../money/invoice-status.tsx'
import money from '../money/money.module.css'
import { useMoney } from '../money/use-money.ts'
import { afterwards, late } from '../platform/load-page.ts'
import { useMe } from '../platform/me.ts'
import { apiOrigin } from '../platform/page-facts.ts'
import { When } from '../ui/when.tsx'
import { InvoiceDocument, sheetOf } from './document.tsx'
import type { InvoicesSearch } from './invoices-search.ts'
import classes from './view.module.css'

const PdfView = late(async () => (await import('./pdf-view.tsx')).PdfView)
const EInvoiceMenu = afterwards(async () => (await import('./e-invoice-menu.tsx')).EInvoiceMenu)
const MailFault = afterwards(async () => (await import('./mail-fault.tsx')).MailFault)
const InvoiceTimeline = afterwards(async () => (await import('./timeline.tsx')).InvoiceTimeline)

const CreditNotes = afterwards(async () => (await import('./credit-notes.tsx')).CreditNotes)

const views = [
  { value: undefined, label: 'Document' },
  { value: 'pdf', label: 'PDF' },
] as const

/** The failure of the last mail; null without one. */
const mailFault = ({ mailed }: Invoice): string | null =>
  mailed !== null && 'failed' in mailed ? mailed.failed : null

/** An issued invoice: its sheet or PDF, its facts and its events. */
export function InvoiceView({
  invoice,
  view,
  onView,
}: {
  invoice: Invoice
  view?: InvoicesSearch['view']
  onView: (view: InvoicesSearch['view']) => void
}) {
  const { org } = useMe()
  const { lines } = invoiceTotals(invoice.lineItems, invoice.vatRateBps)
  const net = lines.map(({ netCents }) => netCents)
  const pdf = `${apiOrigin}/api/invoicing/${invoice.id}/pdf`
  const failed = mailFault(invoice)
  return (
    <div className={classes.view}>
      <div>
        <Suspense>{failed !== null && <MailFault reason={failed} />}</Suspense>
        <Group gap={8} mb={12}>
          <fieldset className={classes.choice} aria-label="Show">
            <Button.Group>
              {views.map(({ value, label }) => (
                <Button
                  key={label}
                  variant={value === view ? 'light' : 'default'}
                  aria-pressed={value === view}
                  onClick={() => onView(value)}
                >
                  {label}
                </Button>
              ))}
            </Button.Group>
          </fieldset>
          <Button
            component="a"
            href={pdf}
            download={`${invoice.number}.pdf`}
            variant="default"
            ml="auto"
            aria-label="Download"
          >
            <IconDownload size={16} aria-hidden />
            <span className={classes.download}>Download</span>
          </Button>
          <Suspense fallback={<Skeleton w={108} h={36} />}>
            <EInvoiceMenu invoice={invoice} />
          </Suspense>
        </Group>
        {view === 'pdf' ? (
          <Suspense fallback={<Skeleton h={600} radius="lg" />}>
            <PdfView key={invoice.updatedAt} url={pdf} name={invoice.number ?? 'Invoice'} />
          </Suspense>
        ) : (
          <InvoiceDocument sheet={sheetOf(invoice, org?.name ?? '', net)} label="Document" />
        )}
      </div>
      <aside className="column fields" aria-label="About the invoice">
        <Facts invoice={invoice} />
        {invoice.creditedCents > 0 && (
          <>
            <h2 className={classes.heading}>Credit notes</h2>
            <Suspense fallback={<Skeleton h={64} radius="lg" />}>
              <CreditNotes id={invoice.id} currency={invoice.currency} />
            </Suspense>
          </>
        )}
        <h2 className={classes.heading}>Timeline</h2>
        <Suspense fallback={<Skeleton h={120} />}>
          <InvoiceTimeline id={invoice.id} />
        </Suspense>
      </aside>
    </div>
  )
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { amount, day } = useMoney()
  const page = invoice.paymentsHostedInvoiceUrl
  return (
    <div className="card">
      <dl className={money.facts}>
        <dt>Total</dt>
        <dd className={classes.amount}>{amount(invoice.totalAmountCents, invoice.currency)}</dd>
        {invoice.creditedCents > 0 && (
          <>
            <dt>Credited</dt>
            <dd>{amount(invoice.creditedCents, invoice.currency)}</dd>
          </>
        )}
        {invoice.creditedCents > 0 && invoice.status === 'open' && (
          <>
            <dt>Amount due</dt>
            <dd>{amount(invoice.amountDueCents, invoice.currency)}</dd>
          </>
        )}
        <dt>Status</dt>
        <dd>
          <InvoiceStatus invoice={invoice} />
        </dd>
        <dt>Customer</dt>
        <dd>
          <Link to="/customers/{-$id}" params={{ id: invoice.customerId }} className="link">
            {invoice.buyer?.name ?? 'Open'}
          </Link>
        </dd>
        {invoice.dueDate !== null && (
          <>
            <dt>Due</dt>
            <dd>{day(invoice.dueDate)}</dd>
          </>
        )}
        {invoice.paidAt !== null && (
          <>
            <dt>Paid</dt>
            <dd>{day(invoice.paidAt)}</dd>
          </>
        )}
        {invoice.mailed !== null && 'at' in invoice.mailed && (
          <>
            <dt>Mailed</dt>
            <dd>
              <When at={invoice.mailed.at} />
            </dd>
          </>
        )}
        {invoice.scheduleId !== null && (
          <>
            <dt>Agreement</dt>
            <dd>
              <Link to="/schedules/{-$id}" params={{ id: invoice.scheduleId }} className="link">
                Recurring
              </Link>
            </dd>
          </>
        )}
        {page !== null && invoice.status === 'open' && (
          <>
            <dt>Payment page</dt>
            <dd>
              <a href={page} target="_blank" rel="noreferrer" className="link">
                Open <IconExternalLink size={12} aria-label="in a new tab" />
              </a>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
