import { Button, Skeleton } from '@mantine/core'
import { IconUserSearch, IconUsersGroup } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countryName } from '../money/choices.ts'
import money from '../money/money.module.css'
import { customersQuery } from '../money/money-queries.ts'
import { NameCell, RowList } from '../money/row-list.tsx'
import { useFirstContent } from '../platform/first-content.ts'
import { useStanding } from '../platform/use-standing.ts'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import classes from './customers.module.css'

/** The customers, or those that a text finds. */
export function CustomerList({ q, onCreate }: { q: string; onCreate: () => void }) {
  const query = useInfiniteQuery({ ...customersQuery(q), placeholderData: keepPreviousData })
  const { error, isPending } = useStanding(query)
  useFirstContent(!isPending)
  const customers = query.data?.pages.flatMap(({ items }) => items) ?? []
  const hasCurrency = customers.some(({ currency }) => currency !== null)
  if (isPending) return <Skeleton h={320} radius="lg" />
  if (error !== null) return <Problem error={error} onRetry={() => void query.refetch()} />
  if (customers.length === 0 && q !== '') {
    return (
      <Empty icon={IconUserSearch} title="No customer is found">
        The search looks at names and addresses.
      </Empty>
    )
  }
  if (customers.length === 0) {
    return (
      <Empty
        icon={IconUsersGroup}
        title="No customer yet"
        action={<Button onClick={onCreate}>Add the first customer</Button>}
      >
        A customer is a person or a company that you bill. Nobody is written to before you send an invoice.
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
          <span className={money.figure}>{hasCurrency && 'Currency'}</span>
        </div>
      }
    >
      {customers.map(({ id, name, email, billingCity, billingCountry, currency }) => (
        <li key={id}>
          <Link
            to="/customers/{-$id}"
            params={{ id }}
            data-row
            className={`${money.row} ${classes.customer}`}
          >
            <NameCell name={name}>{email}</NameCell>
            <span className={`${money.wideOnly} ${money.quiet}`} dir="auto">
              {[billingCity, billingCountry && countryName(billingCountry)].filter(Boolean).join(', ')}
            </span>
            <span className={`${money.figure} ${money.quiet}`}>{currency ?? ''}</span>
          </Link>
        </li>
      ))}
    </RowList>
  )
}
