import { type Invoice, updateInvoice } from '@atrium/contracts'
import { Button, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconBell,
  IconBellOff,
  IconCopy,
  IconLink,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { isCreditedInFull } from '../money/records/invoice-status.tsx'
import { atrium } from '../platform/connection/api.ts'
import { tagged } from '../platform/records/versions.ts'
import { ActionsMenu } from '../ui/actions-menu.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { copyText } from '../ui/text/copy-text.ts'
import { CreditDialog } from './credit-dialog.tsx'
import { type InvoiceStep, stepMutation, takeInvoice } from './invoice-changes.ts'
import { RecordPaymentDialog, VoidDialog } from './payment-dialogs.tsx'
import { SendDialog } from './send-dialog.tsx'

export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const isAdmin = useIsAdmin()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'send' | 'paid' | 'credit' | 'void'>()
  const reset = useStep(
    invoice,
    'reset',
    'The invoice is a draft again and keeps its number',
    'Not reset',
  )
  const sync = useStep(invoice, 'sync', 'Updated from the payment provider', 'Not checked')
  const pause = usePause(invoice)
  const close = () => setDialog(undefined)
  const { id, status, creditedCents, paidCents } = invoice
  const isDue = status === 'open' && !isCreditedInFull(invoice)
  const isMirrored = invoice.paymentsInvoiceId !== null
  const isCreditable = status !== 'void' && creditedCents < invoice.totalAmountCents
  if (!isAdmin) return null
  const duplicate = () =>
    void navigate({ to: '/invoices/{-$id}', params: { id: 'new' }, search: { copy: id } })
  const steps = [
    isDue && { label: 'Send again', icon: IconSend, run: () => setDialog('send') },
    isDue &&
      invoice.publicUrl !== null && {
        label: 'Copy the payment link',
        icon: IconLink,
        run: () => void copyText(invoice.publicUrl ?? '', 'The payment link is copied'),
      },
    isDue && {
      label: invoice.remindersPaused ? 'Resume reminders' : 'Pause reminders',
      icon: invoice.remindersPaused ? IconBell : IconBellOff,
      run: pause,
    },
    { label: 'Duplicate', icon: IconCopy, run: duplicate },
    isCreditable && { label: 'Credit', icon: IconArrowBackUp, run: () => setDialog('credit') },
    isMirrored && { label: 'Check with the payment provider', icon: IconRefresh, run: sync.run },
    invoice.totalAmountCents === 0 && {
      label: 'Reset to a draft',
      icon: IconArrowBackUp,
      run: reset.run,
    },
  ]
  return (
    <>
      {isDue && <Button onClick={() => setDialog('paid')}>Record payment</Button>}
      <ActionsMenu label="More actions" width={220} variant="default" size={36}>
        {steps.map(
          (step) =>
            step !== false && (
              <Menu.Item
                key={step.label}
                leftSection={<step.icon size={14} aria-hidden />}
                onClick={step.run}
              >
                {step.label}
              </Menu.Item>
            ),
        )}
        {status === 'open' && creditedCents === 0 && paidCents === 0 && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconBan size={14} aria-hidden />}
              onClick={() => setDialog('void')}
            >
              Void
            </Menu.Item>
          </>
        )}
      </ActionsMenu>
      {dialog === 'send' && <SendDialog invoice={invoice} onClose={close} />}
      {dialog === 'paid' && <RecordPaymentDialog invoice={invoice} onClose={close} />}
      {dialog === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      {dialog === 'void' && <VoidDialog invoice={invoice} onClose={close} />}
    </>
  )
}

/** Returns an action to pause or resume an invoice's reminders. */
function usePause({ id, remindersPaused }: Invoice) {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: () =>
      tagged<Invoice>(
        atrium.call(updateInvoice, {
          params: { id },
          body: { remindersPaused: !remindersPaused },
        }),
      ),
    onSuccess: (changed) => takeInvoice(queryClient, changed),
  })
  const done = remindersPaused ? 'Reminders are on again' : 'The customer gets no more reminders'
  return () => void mutation.mutateAsync().then(() => toast(done), toastRefusal('Not changed'))
}

/** Returns an action that runs at once and shows the result as a toast. */
function useStep({ id }: Invoice, step: InvoiceStep, done: string, refused: string) {
  const mutation = useMutation(stepMutation(useQueryClient(), id, step))
  // Use mutateAsync: the component unmounts when the invoice becomes a draft, and React Query then
  // drops the callbacks of mutate().
  const run = () => void mutation.mutateAsync().then(() => toast(done), toastRefusal(refused))
  return { run, isPending: mutation.isPending }
}
