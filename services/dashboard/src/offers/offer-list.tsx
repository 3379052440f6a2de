import { Button } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { offerPrice } from '../money/amounts/offer-price.ts'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { offersQuery } from '../money/money-queries.ts'
import { NameCell, RowLink, RowList, useRecords } from '../money/records/records.tsx'
import { Empty } from '../ui/page/empty.tsx'

// An offer on request needs no text here, because its price already says so.
const models = { one_off: 'Once', recurring: 'Recurring', custom_quote: '' } as const

interface OfferListProps {
  readonly status: 'active' | 'archived'
  readonly q: string
  readonly onCreate: () => void
}

/** Lists the offers with a status, or the search results among them. */
export function OfferList({ status, q, onCreate }: OfferListProps) {
  const query = useInfiniteQuery({
    ...offersQuery({ status, q }),
    placeholderData: keepPreviousData,
  })
  const [offers, place] = useRecords(query, 240)
  const isAdmin = useIsAdmin()
  const { amount } = useMoney()
  if (place !== null) return place
  if (offers.length === 0 && q !== '') {
    return (
      <Empty icon={IconTags} title="No product found">
        We searched names and descriptions.
      </Empty>
    )
  }
  if (offers.length === 0) {
    return (
      <Empty
        icon={IconTags}
        title={status === 'active' ? 'No products yet' : 'No archived products'}
        action={
          status === 'active' &&
          isAdmin && <Button onClick={onCreate}>Add the first product</Button>
        }
      >
        {status === 'active'
          ? 'A product or service has a name and a price. You can bill it once or every month, and visitors can buy it.'
          : 'You no longer sell archived products. Their subscriptions continue.'}
      </Empty>
    )
  }
  return (
    <RowList label="Products" query={query}>
      {offers.map((offer) => (
        <RowLink key={offer.id} list="/products/{-$id}" id={offer.id} columns="offer">
          <NameCell name={offer.name}>{offer.description}</NameCell>
          <span className="quiet wide-only">{models[offer.billingModel]}</span>
          <span className={money.figure}>{offerPrice(offer, amount)}</span>
        </RowLink>
      ))}
    </RowList>
  )
}
