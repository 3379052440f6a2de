import { type FinalizedInvoice, invoiceTotals } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { Button, Group, Modal, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Refusal } from '../money/form/draft-dialog.tsx'
import { customerQuery } from '../money/money-queries.ts'
import { sellerQuery } from '../money/seller-query.ts'
import { setUpQuery } from '../money/set-up/set-up-queries.ts'
import { useCompanyForm } from '../money/set-up/use-company-form.ts'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import type { Tagged } from '../platform/records/versions.ts'
import { useMe } from '../platform/session/me.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { InvoiceDocument } from './document.tsx'
import { buyerLines, sellerLines, toSheet } from './document-sheet.ts'
import { finalizeMutation } from './invoice-changes.ts'
import { checkQuery, invoiceQuery, type ShownInvoice } from './invoice-queries.ts'
import { MailPart, useMailDraft } from './mail-part.tsx'
import { MissingDetails } from './missing-details.tsx'

/** Returns true if the draft changed after the preview was shown. */
const isOld = (error: unknown): boolean =>
  error instanceof AtriumError && (error.status === 412 || error.code === 'invoice_changed')

export function FinalizeDialog({
  invoice,
  onClose,
}: {
  invoice: Tagged<ShownInvoice>
  onClose: () => void
}) {
  const { org } = useMe()
  const navigate = useNavigate()
  const customer = useQuery(customerQuery(invoice.customerId)).data
  const seller = useQuery(sellerQuery).data
  const check = useQuery(checkQuery(invoice))
  const company = useCompanyForm(seller, org?.name ?? '')
  const setUp = useQuery(setUpQuery)
  // An organisation with an account has already chosen. Its account needs attention instead.
  const asksWay =
    check.data?.warnings.some(({ code }) => code === 'charges_not_enabled') === true &&
    setUp.data?.items.some(({ step, done }) => step === 'payments' && !done) === true
  // After a rejection the draft is fetched again, and that fetch can fail too.
  const isRead = useQuery(invoiceQuery(invoice.id)).isSuccess
  const finalize = useMutation(finalizeMutation(useQueryClient(), useRequestKeys()))
  const [view, setView] = useState<'document' | 'mail'>('document')
  const mail = useMailDraft(invoice.id)
  const recipients = mail.preview.data?.to.join(', ')
  const { lines } = invoiceTotals(invoice.lineItems, invoice.vatRateBps)
  const sheet = {
    ...toSheet(
      invoice,
      org?.name ?? '',
      lines.map(({ netCents }) => netCents),
    ),
    from: sellerLines(seller, org?.name ?? ''),
    to: buyerLines(customer),
    stamp: null,
  }
  const done = ({
    number,
    warnings,
    eInvoiceWarnings,
  }: Pick<FinalizedInvoice, 'number' | 'warnings' | 'eInvoiceWarnings'>) => {
    onClose()
    const all = [...warnings, ...eInvoiceWarnings]
    if (all.length === 0) return toast(`${number} is issued`)
    const messages = all.map(({ message }) => `${message}.`)
    const action = {
      label: 'Complete your company',
      run: () => void navigate({ to: '/settings/{-$page}', params: { page: 'payments' } }),
    }
    toast([`${number} is issued.`, ...messages].join(' '), {
      stays: true,
      ...(warnings.length > 0 ? { action } : {}),
    })
  }
  const issue = async () => {
    if (!(await company.save(asksWay))) return
    done(await finalize.mutateAsync({ invoice, mail: mail.body }))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Issue the invoice"
      size="lg"
      closeOnClickOutside={!finalize.isPending}
    >
      <div className="fields">
        {isOld(finalize.error) ? (
          <p className="sunken note" data-tone="warn" role="alert">
            <IconAlertTriangle size={16} aria-hidden />
            <span className="grow">
              This draft was changed after you opened it.{' '}
              {isRead
                ? 'You see the current version now.'
                : 'We could not load the current version yet.'}
            </span>
          </p>
        ) : (
          <Refusal error={company.error ?? finalize.error} />
        )}
        <span>
          The invoice gets the next number and is sent by mail to{' '}
          <strong>{recipients ?? customer?.email ?? 'its customer'}</strong>. You cannot change it
          afterwards.
        </span>
        {seller !== undefined && check.data !== undefined && (
          <MissingDetails
            invoice={invoice}
            check={check.data}
            seller={seller}
            org={org?.name ?? ''}
            company={company}
            asksWay={asksWay}
          />
        )}
        <SegmentedControl
          aria-label="Show"
          value={view}
          onChange={(value) => setView(value === 'mail' ? 'mail' : 'document')}
          data={[
            { value: 'document', label: 'Document' },
            { value: 'mail', label: 'Mail' },
          ]}
        />
        {view === 'document' ? (
          <InvoiceDocument sheet={sheet} label="Document" />
        ) : (
          <MailPart mail={mail} />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={onClose}>
            Keep the draft
          </Button>
          <BusyButton
            loading={finalize.isPending || company.isPending}
            disabled={!mail.isReady || check.isPending || setUp.isPending}
            // Use mutateAsync: the dialog unmounts as soon as the invoice is open, and React Query
            // then drops the callbacks of mutate().
            onClick={() => void issue().catch(() => undefined)}
          >
            Issue and send
          </BusyButton>
        </Group>
      </div>
    </Modal>
  )
}
