import type { BankTransaction } from '@atrium/contracts'
import { Button, Group, Modal, MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMoney } from '../money/amounts/viewer.ts'
import { openInvoicesQuery } from './bank-queries.ts'

interface ChooseInvoicesProps {
  readonly transaction: BankTransaction
  readonly onChosen: (invoiceIds: readonly string[]) => void
  readonly onClose: () => void
}

/** Lets the user choose the invoices that a transaction pays, in order. */
export function ChooseInvoices({ transaction, onChosen, onClose }: ChooseInvoicesProps) {
  const { amount } = useMoney()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string[]>(() => [
    ...(transaction.suggestions[0]?.invoiceIds ?? []),
  ])
  const [q] = useDebouncedValue(typed.trim().slice(0, 200), 150)
  const found = useQuery({ ...openInvoicesQuery(q), placeholderData: keepPreviousData })
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(() => {
    const { invoiceIds = [], invoiceNumbers = [] } = transaction.suggestions[0] ?? {}
    return new Map(invoiceIds.map((id, at) => [id, invoiceNumbers[at] ?? id]))
  })
  const options = (found.data?.items ?? [])
    .filter(({ currency }) => currency === transaction.currency)
    .map(({ id, number, customerName, amountDueCents, currency }) => ({
      value: id,
      label: `${number ?? 'Draft'}, ${customerName}, ${amount(amountDueCents, currency)}`,
    }))
  const labelsByInvoice = new Map([
    ...labels,
    ...options.map(({ value, label }) => [value, label] as const),
  ])
  const data = [...labelsByInvoice].map(([value, label]) => ({ value, label }))
  return (
    <Modal opened onClose={onClose} title="Choose invoices">
      <div className="fields">
        <p className="quiet" style={{ margin: 0 }}>
          {amount(transaction.amountCents, transaction.currency)} pays these invoices in order, each
          up to what is due.
        </p>
        <MultiSelect
          label="Open invoices"
          placeholder="Type a number or a customer"
          searchable
          data={data}
          value={chosen}
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={found.isFetching ? 'Searching …' : 'No open invoice found'}
          maxDropdownHeight={280}
          onChange={(next) => {
            setLabels(labelsByInvoice)
            setChosen(next)
          }}
        />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onChosen(chosen)}>
            Match
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
