import { deleteEstimate, type Estimate, invoiceEstimate } from '@atrium/contracts'
import { Button, Menu } from '@mantine/core'
import { IconFileInvoice, IconLink, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useIsAdmin } from '../../money/amounts/viewer.ts'
import { atrium } from '../../platform/connection/api.ts'
import { useRequestKeys } from '../../platform/connection/request-keys.ts'
import type { Tagged } from '../../platform/records/versions.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { deleteLater } from '../../ui/feedback/delete-later.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { usePageNavigate } from '../../ui/page/use-page-navigate.ts'
import { copyText } from '../../ui/text/copy-text.ts'
import { refreshInvoices } from '../invoice-changes.ts'

interface EstimateActionsProps {
  readonly estimate: Tagged<Estimate>
  readonly onEdit: () => void
  readonly onSend: () => void
}

export function EstimateActions({ estimate, onEdit, onSend }: EstimateActionsProps) {
  const isAdmin = useIsAdmin()
  const invoicing = useInvoicing(estimate)
  const remove = useRemoval(estimate)
  const { status, publicUrl, invoiceId } = estimate
  const isSent = status === 'sent' || status === 'expired'
  const isOpen = isSent || status === 'draft'
  const steps = [
    isAdmin && isSent && { label: 'Send again', icon: IconSend, run: onSend },
    publicUrl !== null && {
      label: 'Copy the link',
      icon: IconLink,
      run: () => void copyText(publicUrl, 'The link to the estimate is copied'),
    },
    isAdmin && isSent && { label: 'Edit', icon: IconPencil, run: onEdit },
    isAdmin && isOpen && { label: 'Make an invoice', icon: IconFileInvoice, run: invoicing.run },
    isAdmin && isOpen && { label: 'Delete', icon: IconTrash, run: remove },
  ].filter((step) => step !== false)
  return (
    <>
      {isAdmin && status === 'accepted' && (
        <BusyButton loading={invoicing.isPending} onClick={invoicing.run}>
          Make an invoice
        </BusyButton>
      )}
      {invoiceId !== null && (
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/invoices/{-$id}" params={{ id: invoiceId }} />
          )}
        >
          Open the invoice
        </Button>
      )}
      {steps.length > 0 && (
        <ActionsMenu label="More actions" width={220} variant="default" size={36}>
          {steps.map((step) => (
            <Menu.Item
              key={step.label}
              leftSection={<step.icon size={14} aria-hidden />}
              onClick={step.run}
            >
              {step.label}
            </Menu.Item>
          ))}
        </ActionsMenu>
      )}
    </>
  )
}

/** Makes the draft invoice and opens it. */
function useInvoicing({ id }: Estimate) {
  const queryClient = useQueryClient()
  const navigate = usePageNavigate(useNavigate())
  const keyed = useRequestKeys()
  const mutation = useMutation({
    mutationFn: () =>
      keyed({ id }, (idempotencyKey) =>
        atrium.call(invoiceEstimate, { params: { id } }, { idempotencyKey }),
      ),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['estimates'] }),
        refreshInvoices(queryClient),
      ]),
  })
  const run = () =>
    void mutation.mutateAsync().then((invoice) => {
      toast('The draft invoice is ready')
      return navigate({ to: '/invoices/{-$id}', params: { id: invoice.id } })
    }, toastRefusal('No invoice was made'))
  return { run, isPending: mutation.isPending }
}

/** Deletes the estimate unless the user takes it back, and opens the list. */
function useRemoval({ id, etag }: Tagged<Estimate>) {
  const queryClient = useQueryClient()
  const navigate = usePageNavigate(useNavigate())
  return () => {
    deleteLater({
      id,
      name: 'The estimate',
      send: async () => {
        await atrium.call(
          deleteEstimate,
          { params: { id } },
          etag === null ? {} : { ifMatch: etag },
        )
        await queryClient.invalidateQueries({ queryKey: ['estimates', 'list'] })
      },
    })
    void navigate({ to: '/estimates/{-$id}', params: { id: undefined }, search: {} })
  }
}
