import { checkoutOffer, getPublicOffer } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { Box, Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { amountLabel } from '../money/amounts/amount.ts'
import { offerPrice } from '../money/amounts/offer-price.ts'
import { OrgMark } from '../money/org-mark.tsx'
import { QuoteForm } from '../offers/quote-form.tsx'
import { atrium } from '../platform/connection/api.ts'
import { operationQuery } from '../platform/records/queries.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { Problem } from '../ui/feedback/problem.tsx'

const route = getRouteApi('/counter/product/$org/$slug')
const checkoutRoute = getRouteApi('/entrance/checkout')

/** Shows an offer to visitors, with a link to the payment. */
export function PublicOfferPage() {
  const { org: orgSlug, slug } = route.useParams()
  const params = { orgSlug, slug }
  const { result } = route.useSearch()
  const query = useQuery(
    operationQuery(['public-offer', orgSlug, slug], getPublicOffer, { params }),
  )
  const buy = useMutation({
    mutationFn: () => atrium.call(checkoutOffer, { params, body: {} }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const offer = query.data
  if (query.isPending) return <Skeleton h={240} />
  if (offer === undefined)
    return <Problem error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <OrgMark {...offer.seller} />
      <EntranceCard title={offer.name} place={offer.seller.name}>
        {buy.isError && <BuyProblem error={buy.error} name={offer.seller.name} />}
        {result === 'cancelled' && buy.isIdle && (
          <p className="muted" style={{ margin: '0 0 16px' }} role="status">
            The payment was cancelled. Nothing is charged.
          </p>
        )}
        {offer.description !== '' && (
          <p dir="auto" className="preserved" style={{ margin: '0 0 16px' }}>
            {offer.description}
          </p>
        )}
        <Box className="bold figures" component="p" m="0 0 16px" fz={18}>
          {offerPrice(offer, amountLabel)}
          {offer.priceCents !== null && <span className="fine"> excl. VAT</span>}
        </Box>
        {offer.priceCents !== null && !offer.requiresAccount && (
          <BusyButton
            fullWidth
            loading={buy.isPending || buy.isSuccess}
            onClick={() => buy.mutate()}
          >
            {offer.interval === null ? 'Buy' : 'Subscribe'}
          </BusyButton>
        )}
        {offer.priceCents === null && (
          <QuoteForm org={orgSlug} offer={offer.name} seller={offer.seller.name} />
        )}
        {offer.priceCents !== null && offer.requiresAccount && (
          <Button
            fullWidth
            renderRoot={(props) => (
              <Link {...props} to="/settings/{-$page}" params={{ page: 'billing' }} search={{}} />
            )}
          >
            Sign in to buy
          </Button>
        )}
      </EntranceCard>
    </>
  )
}

/** The codes of what a visitor can act on. */
const visitorCodes: ReadonlySet<string> = new Set(['rate_limited', 'requires_account'])

/** Says that the product cannot be bought. A visitor is not shown what the organisation has to fix. */
function BuyProblem({ error, name }: { error: unknown; name: string }) {
  const isOfVisitor =
    !(error instanceof AtriumError) || error.status >= 500 || visitorCodes.has(error.code)
  if (isOfVisitor) return <FormAlert error={error} />
  return (
    <p role="alert" style={{ margin: '0 0 16px' }}>
      This product cannot be bought online at the moment. Please contact {name}.
    </p>
  )
}

/** The payment processor redirects to this page. */
export function CheckoutPage() {
  const { result } = checkoutRoute.useSearch()
  return result === 'paid' ? (
    <EntranceCard title="Thank you">
      <p style={{ margin: 0 }}>Your payment is complete. We have mailed you a receipt.</p>
    </EntranceCard>
  ) : (
    <EntranceCard title="Nothing is paid">
      <p style={{ margin: 0 }}>You cancelled the payment. Open the product page to start again.</p>
    </EntranceCard>
  )
}
