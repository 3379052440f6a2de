import { Button, Skeleton } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import money from '../money/money.module.css'
import { offersQuery } from '../money/money-queries.ts'
import { offerPrice } from '../money/offer-price.ts'
import { NameCell, RowList } from '../money/row-list.tsx'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { useMoney } from '../money/use-money.ts'
import { useFirstContent } from '../platform/first-content.ts'
import { useStanding } from '../platform/use-standing.ts'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import classes from './offers.module.css'

// The price of an offer on request says so.
const models = { one_off: 'Once', recurring: 'Recurring', custom_quote: '' } as const

/** The offers of a state, or those of them that a text finds. */
export function OfferList({
  status,
  q,
  onCreate,
}: {
  status: 'active' | 'archived'
  q: string
  onCreate: () => void
}) {
  const query = useInfiniteQuery({ ...offersQuery({ status, q }), placeholderData: keepPreviousData })
  const { error, isPending } = useStanding(query)
  const isAdmin = useIsAdmin()
  const { amount } = useMoney()
  useFirstContent(!isPending)
  const offers = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (isPending) return <Skeleton h={240} radius="lg" />
  if (error !== null) return <Problem error={error} onRetry={() => void query.refetch()} />
  if (offers.length === 0 && q !== '') {
    return (
      <Empty icon={IconTags} title="No offer is found">
        The search looks at names and descriptions.
      </Empty>
    )
  }
  if (offers.length === 0) {
    return (
      <Empty
        icon={IconTags}
        title={status === 'active' ? 'No offer yet' : 'No archived offer'}
        action={status === 'active' && isAdmin && <Button onClick={onCreate}>Add the first offer</Button>}
      >
        {status === 'active'
          ? 'An offer has a name and a price. You bill it in two clicks, once or month by month, and visitors can buy it.'
          : 'Archived offers are sold no more; agreements that were made of them go on.'}
      </Empty>
    )
  }
  return (
    <RowList label="Offers" query={query}>
      {offers.map((offer) => (
        <li key={offer.id}>
          <Link
            to="/offers/{-$id}"
            params={{ id: offer.id }}
            data-row
            className={`${money.row} ${classes.offer}`}
          >
            <NameCell name={offer.name}>{offer.description}</NameCell>
            <span className={`${money.wideOnly} ${money.quiet}`}>{models[offer.billingModel]}</span>
            <span className={money.figure}>{offerPrice(offer, amount)}</span>
          </Link>
        </li>
      ))}
    </RowList>
  )
}
