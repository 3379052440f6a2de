import { checkoutOffer, getPublicOffer } from '@atrium/contracts'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { amountLabel } from '../money/amount.ts'
import { offerPrice } from '../money/offer-price.ts'
import { atrium } from '../platform/api.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import { Problem } from '../ui/problem.tsx'

const route = getRouteApi('/entrance/offer/$org/$slug')
const checkoutRoute = getRouteApi('/entrance/checkout')

/** An offer for visitors, and the way to its payment. */
export function PublicOfferPage() {
  const { org: orgSlug, slug } = route.useParams()
  const params = { orgSlug, slug }
  const query = useQuery({
    queryKey: ['public-offer', orgSlug, slug],
    queryFn: ({ signal }) => atrium.call(getPublicOffer, { params }, { signal }),
  })
  const buy = useMutation({
    mutationFn: () => atrium.call(checkoutOffer, { params, body: {} }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const offer = query.data
  if (query.isPending) return <Skeleton h={240} />
  if (offer === undefined) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  return (
    <EntranceCard title={offer.name}>
      <FormAlert error={buy.error} />
      {offer.description !== '' && (
        <p dir="auto" style={{ margin: 0, whiteSpace: 'pre-wrap' }}>
          {offer.description}
        </p>
      )}
      <p style={{ margin: '0 0 16px', fontSize: 18, fontWeight: 600 }}>{offerPrice(offer, amountLabel)}</p>
      {offer.priceCents !== null && (
        <Button fullWidth loading={buy.isPending || buy.isSuccess} onClick={() => buy.mutate()}>
          {offer.interval === null ? 'Buy' : 'Subscribe'}
        </Button>
      )}
    </EntranceCard>
  )
}

/** The way back from the payment. */
export function CheckoutPage() {
  const { result } = checkoutRoute.useSearch()
  return result === 'paid' ? (
    <EntranceCard title="Thank you">
      <p style={{ margin: 0 }}>The payment is done. A receipt is on its way to your mail address.</p>
    </EntranceCard>
  ) : (
    <EntranceCard title="Nothing is paid">
      <p style={{ margin: 0 }}>The payment was cancelled. The page of the offer begins it again.</p>
    </EntranceCard>
  )
}
