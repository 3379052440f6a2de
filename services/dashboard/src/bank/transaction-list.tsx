import { Button } from '@mantine/core'
import { IconBuildingBank, IconCircleCheck } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { MoreRecords, useRecords } from '../money/records/records.tsx'
import { Empty } from '../ui/page/empty.tsx'
import { type BankStatus, transactionsQuery } from './bank-queries.ts'
import { TransactionRow } from './transaction-row.tsx'

interface TransactionListProps {
  readonly status: BankStatus
  readonly onImport: () => void
}

/** Lists the transactions with a status, the latest booking first. */
export function TransactionList({ status, onImport }: TransactionListProps) {
  const query = useInfiniteQuery({
    ...transactionsQuery(status),
    placeholderData: keepPreviousData,
  })
  const [transactions, place] = useRecords(query, 160)
  if (place !== null) return place
  if (transactions.length === 0) return <Nothing status={status} onImport={onImport} />
  return (
    <>
      <ul className="card plain-list ruled" aria-label="Transactions">
        {transactions.map((transaction) => (
          <TransactionRow key={transaction.id} transaction={transaction} />
        ))}
      </ul>
      <MoreRecords query={query} />
    </>
  )
}

function Nothing({ status, onImport }: TransactionListProps) {
  const isAdmin = useIsAdmin()
  if (status !== 'unmatched') {
    return (
      <Empty
        icon={IconCircleCheck}
        title={status === 'matched' ? 'Nothing matched yet' : 'Nothing ignored'}
      >
        {status === 'matched'
          ? 'Transactions that pay your invoices appear here.'
          : 'Transactions that you put aside appear here.'}
      </Empty>
    )
  }
  return (
    <Empty
      icon={IconBuildingBank}
      title="No transactions to match"
      action={
        isAdmin && (
          <Button variant="default" onClick={onImport}>
            Import a statement
          </Button>
        )
      }
    >
      Import a statement of your bank. Invoices that were paid by transfer are recognised by their
      number and amount, and the rest waits here for you.
    </Empty>
  )
}
