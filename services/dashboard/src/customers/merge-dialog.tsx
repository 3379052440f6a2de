import { anonymiseCustomer, type Customer, mergeCustomer } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CustomerSelect } from '../money/records/record-select.tsx'
import { atrium } from '../platform/connection/api.ts'
import { DialogForm } from '../ui/dialogs/dialog-form.tsx'

const shownIn = ['customers', 'invoices', 'schedules', 'estimates']

function useRefresh() {
  const queryClient = useQueryClient()
  return () => {
    for (const kind of shownIn) void queryClient.invalidateQueries({ queryKey: [kind] })
  }
}

/** Moves all of a customer's records to another one, chosen by the user. */
export function MergeDialog({
  customer,
  onMerged,
  onClose,
}: {
  customer: Customer
  onMerged: (into: string) => void
  onClose: () => void
}) {
  const [into, setInto] = useState<string | null>(null)
  const refresh = useRefresh()
  const merge = useMutation({
    mutationFn: (id: string) =>
      atrium.call(mergeCustomer, { params: { id: customer.id }, body: { into: id } }),
    onSuccess: ({ id }) => {
      onMerged(id)
      refresh()
    },
  })
  return (
    <DialogForm
      title={`Merge ${customer.name}`}
      action="Merge"
      danger
      disabled={into === null || into === customer.id}
      pending={merge.isPending}
      error={merge.error}
      onSubmit={() => into !== null && merge.mutate(into)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        Invoices, subscriptions and estimates move to the customer you choose, and {customer.name}{' '}
        is deleted. Issued documents keep their address. This cannot be undone.
      </p>
      <CustomerSelect label="Merge into" value={into} onChange={setInto} />
    </DialogForm>
  )
}

/** Removes a customer's personal data after the user has confirmed it. */
export function AnonymiseDialog({
  customer,
  onClose,
}: {
  customer: Customer
  onClose: () => void
}) {
  const refresh = useRefresh()
  const anonymise = useMutation({
    mutationFn: () => atrium.call(anonymiseCustomer, { params: { id: customer.id } }),
    onSuccess: () => {
      onClose()
      refresh()
    },
  })
  return (
    <DialogForm
      title={`Remove the personal data of ${customer.name}`}
      action="Remove the data"
      danger
      pending={anonymise.isPending}
      error={anonymise.error}
      onSubmit={() => anonymise.mutate()}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        Name, addresses, contact details and notes are removed, drafts and estimates are deleted and
        subscriptions are cancelled. Issued invoices and payments stay, because the law requires it.
        This cannot be undone.
      </p>
    </DialogForm>
  )
}
