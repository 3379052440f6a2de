import { Button } from '@mantine/core'
import { IconBuildingBank, IconCircleCheck } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { Empty } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
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
  return (
    <RecordList
      label="Transactions"
      query={query}
      height={160}
      empty={<Nothing status={status} onImport={onImport} />}
      row={(transaction) => <TransactionRow key={transaction.id} transaction={transaction} />}
    />
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
