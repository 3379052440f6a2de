import { Button } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { offerPrice } from '../money/amounts/offer-price.ts'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import { offersQuery } from '../money/money-queries.ts'
import { Empty } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { FigureCell, NameCell, RowLink, WideCell } from '../ui/records/rows.tsx'

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
  const isAdmin = useIsAdmin()
  const { amount } = useMoney()
  const none = (
    <Empty
      icon={IconTags}
      title={status === 'active' ? 'No products yet' : 'No archived products'}
      action={
        status === 'active' && isAdmin && <Button onClick={onCreate}>Add the first product</Button>
      }
    >
      {status === 'active'
        ? 'A product or service has a name and a price. You can bill it once or every month, and visitors can buy it.'
        : 'You no longer sell archived products. Their subscriptions continue.'}
    </Empty>
  )
  const noMatch = (
    <Empty icon={IconTags} title="No product found">
      We searched names and descriptions.
    </Empty>
  )
  return (
    <RecordList
      label="Products"
      query={query}
      height={240}
      empty={q === '' ? none : noMatch}
      columns="minmax(0, 1fr) 100px minmax(130px, auto)"
      row={(offer) => (
        <RowLink key={offer.id} list="/products/{-$id}" id={offer.id}>
          <NameCell name={offer.name}>{offer.description}</NameCell>
          <WideCell>{models[offer.billingModel]}</WideCell>
          <FigureCell>{offerPrice(offer, amount)}</FigureCell>
        </RowLink>
      )}
    />
  )
}
