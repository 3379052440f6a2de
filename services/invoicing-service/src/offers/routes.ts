import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { archiveOffer, createOffer, updateOffer } from './change-offers.ts'
import { getOffer } from './get-offer.ts'
import { type OfferRow, toOffer } from './offer.ts'
import { listOfferRows } from './offers.db.ts'
import { getSoldOffer, listPublicOffers } from './read-public-offers.ts'

function answer(c: Context<AppEnv>, row: OfferRow): operations.Offer {
  c.header('etag', versionEtag(row.id, row.version))
  return toOffer(row)
}

export function offerRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listOffers, async ({ principal, query }) => {
    const { rows, ...page } = await listOfferRows(db, principal.orgId, query)
    return { items: rows.map(toOffer), ...page }
  })
  mount(app, operations.createOffer, { db, apart: true }, async (call) => {
    const settle = (tx: Transaction, row: OfferRow) => call.settle(tx, answer(call.c, row))
    return answer(call.c, await createOffer(deps, call, { input: call.body, settle }))
  })
  mount(app, operations.getOffer, async ({ c, principal, params }) =>
    answer(c, await getOffer(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateOffer, async (call) =>
    answer(
      call.c,
      await updateOffer(deps, call, {
        id: call.params.id,
        input: call.body,
        ifMatch: call.c.req.header('if-match'),
      }),
    ),
  )
  mount(app, operations.archiveOffer, { db, apart: true }, async (call) => {
    const settle = (tx: Transaction, row: OfferRow) => call.settle(tx, answer(call.c, row))
    return answer(call.c, await archiveOffer(deps, call, { id: call.params.id, settle }))
  })

  mount(app, operations.listPublicOffers, ({ params, query }) =>
    listPublicOffers(deps, params.orgSlug, query),
  )
  mount(app, operations.getPublicOffer, ({ params }) => getSoldOffer(deps, params))
}
