import type { BankTransaction } from '@atrium/contracts'
import { Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { BusyButton } from '../ui/busy-button.tsx'
import { toast, withUndo } from '../ui/feedback/toast.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import classes from './bank.module.css'
import { type BankStep, stepMutation } from './bank-queries.ts'
import { ChooseInvoices } from './choose-invoices.tsx'

/** Shows a transaction with what it pays or may pay, and the steps that are possible. */
export function TransactionRow({ transaction }: { transaction: BankTransaction }) {
  const { amount, day } = useMoney()
  const isAdmin = useIsAdmin()
  const [isChoosing, setIsChoosing] = useState(false)
  const step = useMutation({
    ...stepMutation(useQueryClient()),
    onError: toastRefusal('Nothing has changed'),
  })
  const { id, amountCents, currency, counterparty, reference, bookedOn, status, duplicateOf } =
    transaction
  const shown = amount(amountCents, currency)
  const run = (next: BankStep, done: string): void =>
    // The row may be gone before the response, and the callbacks of `mutate` with it.
    void step.mutateAsync(next).then(
      () =>
        toast(
          done,
          next.kind === 'unmatch' ? {} : withUndo(() => step.mutate({ kind: 'unmatch', id })),
        ),
      () => undefined,
    )
  const [best] = transaction.suggestions
  return (
    <li className={classes.row}>
      <span className="column" style={{ minWidth: 0 }}>
        <span className="strong clamped" dir="auto">
          {counterparty ?? 'No name'}
        </span>
        <span className="quiet clamped" dir="auto">
          {[day(bookedOn), reference].filter((fact) => fact !== null).join(' · ')}
        </span>
      </span>
      <span className={money.figure}>{shown}</span>
      <Group component="span" gap={8} miw={0} style={{ gridColumn: '1 / -1' }}>
        <Facts transaction={transaction} />
        {isAdmin && status === 'unmatched' && duplicateOf === null && best !== undefined && (
          <BusyButton
            size="xs"
            loading={step.isPending}
            aria-label={`Match ${shown} with ${best.invoiceNumbers.join(', ')}`}
            onClick={() =>
              run(
                { kind: 'match', id, invoiceIds: best.invoiceIds },
                `${shown} is matched with ${best.invoiceNumbers.join(', ')}`,
              )
            }
          >
            Match
          </BusyButton>
        )}
        {isAdmin && status === 'unmatched' && amountCents > 0 && (
          <BusyButton
            size="xs"
            variant="default"
            blocked={step.isPending}
            aria-label={`Choose invoices for ${shown}`}
            onClick={() => setIsChoosing(true)}
          >
            Choose invoices
          </BusyButton>
        )}
        {isAdmin && status === 'unmatched' && (
          <BusyButton
            size="xs"
            variant="default"
            blocked={step.isPending}
            aria-label={`Ignore ${shown}`}
            onClick={() => run({ kind: 'ignore', id }, `${shown} is ignored`)}
          >
            Ignore
          </BusyButton>
        )}
        {isAdmin && status !== 'unmatched' && (
          <BusyButton
            size="xs"
            variant="default"
            loading={step.isPending}
            aria-label={`Undo ${shown}`}
            onClick={() => run({ kind: 'unmatch', id }, `${shown} is under “To match” again`)}
          >
            Undo
          </BusyButton>
        )}
      </Group>
      {isChoosing && (
        <ChooseInvoices
          transaction={transaction}
          onClose={() => setIsChoosing(false)}
          onChosen={(invoiceIds) => {
            setIsChoosing(false)
            run({ kind: 'match', id, invoiceIds }, `${shown} is matched`)
          }}
        />
      )}
    </li>
  )
}

/** Says which invoices a transaction pays or may pay, and why. */
function Facts({ transaction }: { transaction: BankTransaction }) {
  const { status, amountCents, duplicateOf, matchedBy } = transaction
  const [best] = transaction.suggestions
  if (status === 'matched')
    return (
      <Fact invoices={transaction}>
        {matchedBy === 'platform' ? 'Amount and number agree:' : 'Pays'}
      </Fact>
    )
  if (duplicateOf !== null)
    return (
      <Fact>
        An earlier statement has a booking like this one. Ignore it if it is the same money.
      </Fact>
    )
  if (status === 'ignored') return <Fact>Ignored</Fact>
  if (best !== undefined) return <Fact invoices={best}>{best.reason}</Fact>
  return <Fact>{amountCents > 0 ? 'No open invoice fits.' : 'Money that went out.'}</Fact>
}

interface FactProps {
  readonly invoices?: Pick<BankTransaction, 'invoiceIds' | 'invoiceNumbers'>
  readonly children: ReactNode
}

const Fact = ({ invoices, children }: FactProps) => (
  <Group component="span" flex="1 1 220px" miw={0} gap="4px 12px">
    <span className="quiet" dir="auto">
      {children}
    </span>
    {invoices?.invoiceIds.map((id, at) => (
      <Link key={id} to="/invoices/{-$id}" params={{ id }} className="link">
        {invoices.invoiceNumbers[at] ?? 'Invoice'}
      </Link>
    ))}
  </Group>
)
