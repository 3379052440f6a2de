import { type Invoice, type InvoicePayment, undoPayment } from '@atrium/contracts'
import { Group } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { atrium } from '../platform/connection/api.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { ShowMore } from '../ui/page/show-more.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import credit from './credit.module.css'
import { paymentsQuery, refreshInvoices } from './invoice-changes.ts'
import { methodWords } from './timeline-words.ts'

function UndoButton({ payment, currency }: { payment: InvoicePayment; currency: string }) {
  const { amount } = useMoney()
  const queryClient = useQueryClient()
  const { id: paymentId, invoiceId: id, amountCents } = payment
  const undo = useMutation({
    mutationFn: () => atrium.call(undoPayment, { params: { id, paymentId } }),
    onSettled: () => refreshInvoices(queryClient),
  })
  const paid = amount(amountCents, currency)
  const run = () =>
    void undo
      .mutateAsync()
      .then(() => toast(`The payment of ${paid} is undone`), toastRefusal('Not undone'))
  return (
    <BusyButton
      variant="default"
      size="compact-xs"
      style={{ justifySelf: 'start' }}
      aria-label={`Undo the payment of ${paid}`}
      loading={undo.isPending}
      onClick={run}
    >
      Undo
    </BusyButton>
  )
}

/** Lists the payments of an invoice, newest first. A recorded one can be undone. */
export function Payments({ invoice }: { invoice: Invoice }) {
  const { amount, day } = useMoney()
  const isAdmin = useIsAdmin()
  const query = useInfiniteQuery(paymentsQuery(invoice.id))
  if (query.data === undefined) return <Waiting query={query} height={64} radius="lg" />
  const { currency, status } = invoice
  const isClosedThere = status === 'paid' && invoice.paymentsInvoiceId !== null
  const isKept = isClosedThere || (status !== 'open' && status !== 'paid')
  return (
    <div className="card">
      <ul className={`plain-list ruled ${credit.notes}`} aria-label="Payments">
        {query.data.pages
          .flatMap(({ items }) => items)
          .map((payment) => (
            <li key={payment.id}>
              <span>{day(payment.paidAt)}</span>
              <span className={money.figure}>{amount(payment.amountCents, currency)}</span>
              <span
                className="quiet"
                style={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}
                dir="auto"
              >
                {payment.source === 'processor'
                  ? 'payment page'
                  : (methodWords[payment.method] ?? payment.method)}
                {payment.reference !== null && ` · ${payment.reference}`}
              </span>
              {payment.problem !== null && (
                <Group
                  className="bad"
                  component="span"
                  gap="6px 12px"
                  style={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}
                  role="status"
                >
                  The payment page still asks for this amount: {payment.problem}
                </Group>
              )}
              {isAdmin && payment.source === 'recorded' && !isKept && (
                <UndoButton payment={payment} currency={currency} />
              )}
            </li>
          ))}
      </ul>
      {query.hasNextPage && (
        <Group gap={0} justify="center" p={12}>
          <ShowMore query={query} label="Show earlier payments" size="xs" />
        </Group>
      )}
    </div>
  )
}
