import { Button } from '@mantine/core'
import { IconUserSearch, IconUsersGroup } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { amountLabel } from '../money/amounts/amount.ts'
import { countryName } from '../money/customer/billing-address.ts'
import { customersQuery } from '../money/money-queries.ts'
import { Empty } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { FigureCell, NameCell, RowLink, WideCell } from '../ui/records/rows.tsx'

export function CustomerList({ q, onCreate }: { q: string; onCreate: () => void }) {
  const query = useInfiniteQuery({ ...customersQuery(q), placeholderData: keepPreviousData })
  const none = (
    <Empty
      icon={IconUsersGroup}
      title="No customers yet"
      action={<Button onClick={onCreate}>Add the first customer</Button>}
    >
      A customer is a person or company that you bill. We do not contact them until you send an
      invoice.
    </Empty>
  )
  const noMatch = (
    <Empty icon={IconUserSearch} title="No customer found">
      We searched names and addresses.
    </Empty>
  )
  return (
    <RecordList
      label="Customers"
      query={query}
      height={320}
      empty={q === '' ? none : noMatch}
      columns="minmax(0, 1.2fr) minmax(0, 1fr) 140px"
      heads={['Customer', 'Place', 'To pay']}
      row={({ id, name, email, contactName, ...customer }) => (
        <RowLink key={id} list="/customers/{-$id}" id={id}>
          <NameCell name={name}>
            {contactName === null ? email : `${contactName}, ${email}`}
          </NameCell>
          <WideCell>
            {[customer.billingCity, customer.billingCountry && countryName(customer.billingCountry)]
              .filter(Boolean)
              .join(', ')}
          </WideCell>
          <FigureCell className={customer.balanceCents > 0 ? '' : 'quiet'}>
            {customer.balanceCurrency !== null &&
              amountLabel(customer.balanceCents, customer.balanceCurrency)}
          </FigureCell>
        </RowLink>
      )}
    />
  )
}
