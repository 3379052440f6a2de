import {
  type CreditNote,
  type EInvoiceFormat,
  getEInvoice,
  type Invoice,
  type InvoiceTimelineEntry,
  listInvoiceTimeline,
  retryCreditNote,
} from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { Button, Group, Menu } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { Timeline } from '../money/records/timeline.tsx'
import { atrium } from '../platform/connection/api.ts'
import { apiOrigin } from '../platform/page-facts.ts'
import { offsetPages } from '../platform/records/queries.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { toDetail } from '../ui/feedback/problem.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { ShowMore } from '../ui/page/show-more.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { saveFile } from '../ui/text/save-file.ts'
import credit from './credit.module.css'
import { creditNotesQuery, refreshInvoices } from './invoice-changes.ts'
import mail from './mail-part.module.css'
import { timelineWords } from './timeline-words.ts'

export const MailFault = ({ reason }: { reason: string }) => (
  <p className="sunken note" data-tone="bad" role="status">
    <IconAlertTriangle size={16} aria-hidden />
    <span className="grow">
      The last mail was not sent: {reason}. We try again automatically. Check the customer’s mail
      address.
    </span>
  </p>
)

const formats = [
  { format: 'cii', label: 'CII', hint: 'As inside the PDF (Factur-X)' },
  { format: 'ubl', label: 'UBL', hint: 'As Peppol sends it' },
  { format: 'xrechnung', label: 'XRechnung', hint: 'For German authorities' },
] as const

/** Describes what an e-invoice lacks. Returns undefined for other errors. */
const missingTerms = (error: unknown): string | undefined =>
  error instanceof AtriumError && error.code === 'e_invoice_incomplete'
    ? `${error.errors.map(({ message }) => message).join('. ')}. Complete the details, then issue a new invoice.`
    : undefined

/** Downloads the issued invoice as structured data (EN 16931). */
export function EInvoiceMenu({ invoice: { id, number } }: { invoice: Invoice }) {
  const download = useMutation({
    mutationFn: async (format: EInvoiceFormat) => {
      const file = await atrium.file(getEInvoice, { params: { id }, query: { format } })
      saveFile(await file.text(), `${number}-${format}.xml`, file.contentType)
    },
    onError: (error) => toast(missingTerms(error) ?? toDetail(error)),
  })
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          E-invoice
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label, hint }) => (
          <Menu.Item
            key={format}
            disabled={download.isPending}
            onClick={() => download.mutate(format)}
          >
            {label}
            <span className="fine" style={{ display: 'block' }}>
              {hint}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const timelineQuery = (id: string) =>
  offsetPages(['invoices', 'timeline', id], (query, options) =>
    atrium.call(listInvoiceTimeline, { params: { id }, query }, options),
  )

/** Shows a mail's copy: who got it and what it said. */
function MailCopy({ detail: { to, cc = [], subject, text } }: InvoiceTimelineEntry) {
  if (to === undefined || text === undefined) return null
  const recipients = cc.length === 0 ? to.join(', ') : `${to.join(', ')}, copy to ${cc.join(', ')}`
  return (
    <details className={mail.copy}>
      <summary>Show the mail to {recipients}</summary>
      <span className="bold" dir="auto">
        {subject}
      </span>
      <p dir="auto">{text}</p>
    </details>
  )
}

export const InvoiceTimeline = ({ id }: { id: string }) => (
  <Timeline
    query={useInfiniteQuery(timelineQuery(id))}
    textOf={timelineWords}
    showMore={(entry) => <MailCopy {...entry} />}
  />
)

/** Shows why the payment processor rejected a credit note, with a button to try again. */
function Refusal({ note }: { note: CreditNote }) {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => atrium.call(retryCreditNote, { params: { id: note.id } }),
    onSettled: () => refreshInvoices(queryClient),
  })
  return (
    <Group
      className="bad"
      component="span"
      gap="6px 12px"
      style={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}
    >
      <span role="status">
        {retry.error === null
          ? note.problem
          : `We could not credit it again: ${retry.error.message}`}
      </span>
      <BusyButton
        variant="default"
        size="compact-xs"
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        Try again
      </BusyButton>
    </Group>
  )
}

/** Lists the credit notes of an invoice with their documents, newest first. */
export function CreditNotes({ id, currency }: { id: string; currency: string }) {
  const { amount, day } = useMoney()
  const query = useInfiniteQuery(creditNotesQuery(id))
  if (query.data === undefined) return <Waiting query={query} height={64} radius="lg" />
  return (
    <div className="card">
      <ul className={`plain-list ruled ${credit.notes}`} aria-label="Credit notes">
        {query.data.pages
          .flatMap(({ items }) => items)
          .map((note) => (
            <li key={note.id}>
              <a
                href={`${apiOrigin}/api/credit-notes/${note.id}/pdf`}
                download={`${note.number}.pdf`}
                className="link"
              >
                {note.number} <IconDownload size={12} aria-label="PDF" />
              </a>
              <span className={money.figure}>{amount(note.totalAmountCents, currency)}</span>
              <span
                className="quiet"
                style={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}
                dir="auto"
              >
                {note.reason} · {day(note.issuedOn)}
              </span>
              {note.mirror === 'refused' && <Refusal note={note} />}
            </li>
          ))}
      </ul>
      {query.hasNextPage && (
        <Group gap={0} justify="center" p={12}>
          <ShowMore query={query} label="Show earlier notes" size="xs" />
        </Group>
      )}
    </div>
  )
}
