import { listPublicHappenings, listPublicOffers, type Template } from '@atrium/contracts'
import { findLiveBlocks, type LiveBlock, MarkupError } from '@atrium/site-page'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { offerPrice } from '../money/amounts/offer-price.ts'
import { useMoney } from '../money/amounts/viewer.ts'
import { apiOrigin } from '../platform/page-facts.ts'
import { operationQuery } from '../platform/records/queries.ts'
import { useMe } from '../platform/session/me.ts'

type Markup = Pick<Template, 'markup' | 'variables'>

function listBlocks(template: Markup): LiveBlock[] {
  try {
    return findLiveBlocks(template)
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error
    return []
  }
}

/** Returns the lists that the publication fills in, for the preview of a template that shows them. */
export function useLiveBlocks(template: Markup): Readonly<Record<string, unknown>> {
  const orgSlug = useMe().org?.slug ?? ''
  const { amount } = useMoney()
  const blocks = useMemo(() => listBlocks(template), [template])
  const request = { params: { orgSlug }, query: { limit: 50 } }
  const offers = useQuery({
    ...operationQuery(['offers', 'public', orgSlug], listPublicOffers, request),
    enabled: blocks.includes('products'),
  }).data
  const happenings = useQuery({
    ...operationQuery(['happenings', 'public', orgSlug], listPublicHappenings, request),
    enabled: blocks.includes('events'),
  }).data
  const toUrl = (part: string, slug: string) => `${apiOrigin}/p/${orgSlug}/${part}/${slug}`
  return {
    ...(blocks.includes('products') && {
      products: offers?.items.map((offer) => ({
        name: offer.name,
        description: offer.description,
        price: offerPrice(offer, amount),
        url: toUrl('products', offer.slug),
      })),
    }),
    ...(blocks.includes('events') && {
      events: happenings?.items
        .filter(({ open }) => open)
        .map(({ title, startsAt, place, description, slug }) => ({
          title,
          when: new Date(startsAt).toLocaleString(),
          place,
          description,
          url: toUrl('events', slug),
        })),
    }),
  }
}
