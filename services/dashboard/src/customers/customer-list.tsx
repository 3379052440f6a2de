import { Button } from '@mantine/core'
import { IconUserSearch, IconUsersGroup } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { amountLabel } from '../money/amounts/amount.ts'
import { countryName } from '../money/customer/billing-address.ts'
import money from '../money/money.module.css'
import { customersQuery } from '../money/money-queries.ts'
import { NameCell, RowLink, RowList, useRecords } from '../money/records/records.tsx'
import classes from '../money/records/rows.module.css'
import { Empty } from '../ui/page/empty.tsx'

export function CustomerList({ q, onCreate }: { q: string; onCreate: () => void }) {
  const query = useInfiniteQuery({ ...customersQuery(q), placeholderData: keepPreviousData })
  const [customers, place] = useRecords(query, 320)
  if (place !== null) return place
  if (customers.length === 0 && q !== '') {
    return (
      <Empty icon={IconUserSearch} title="No customer found">
        We searched names and addresses.
      </Empty>
    )
  }
  if (customers.length === 0) {
    return (
      <Empty
        icon={IconUsersGroup}
        title="No customers yet"
        action={<Button onClick={onCreate}>Add the first customer</Button>}
      >
        A customer is a person or company that you bill. We do not contact them until you send an
        invoice.
      </Empty>
    )
  }
  return (
    <RowList
      label="Customers"
      query={query}
      heads={
        <div className={`${money.columns} ${classes.customer}`} aria-hidden>
          <span>Customer</span>
          <span>Place</span>
          <span className={money.figure}>To pay</span>
        </div>
      }
    >
      {customers.map(({ id, name, email, contactName, ...customer }) => (
        <RowLink key={id} list="/customers/{-$id}" id={id} columns="customer">
          <NameCell name={name}>
            {contactName === null ? email : `${contactName}, ${email}`}
          </NameCell>
          <span className="quiet wide-only" dir="auto">
            {[customer.billingCity, customer.billingCountry && countryName(customer.billingCountry)]
              .filter(Boolean)
              .join(', ')}
          </span>
          <span className={`${customer.balanceCents > 0 ? '' : 'quiet '}${money.figure}`}>
            {customer.balanceCurrency !== null &&
              amountLabel(customer.balanceCents, customer.balanceCurrency)}
          </span>
        </RowLink>
      ))}
    </RowList>
  )
}
