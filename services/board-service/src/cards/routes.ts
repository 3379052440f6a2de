import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Hono } from 'hono'
import { ctxOf, type Deps } from '../deps.ts'
import { createCard } from './create-card.ts'
import { deleteCard, pruneCards } from './delete-cards.ts'
import { cancelProcess, startNextAction } from './process.ts'
import { getCard, listCards } from './read-cards.ts'
import { updateCard } from './update-card.ts'

/** Cards. */
export function cardRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.listCards, async ({ principal, query }) => listCards(deps, ctxOf(principal), query))
  mount(
    app,
    operations.createCard,
    async ({ c, principal, body, tx }) => {
      const { card, version } = await createCard(deps, ctxOf(principal, tx), body)
      c.header('location', `/api/tasks/${card.id}`)
      c.header('etag', versionEtag(card.id, version))
      return card
    },
    deps.db,
  )
  mount(app, operations.pruneCards, async ({ principal, body }) => pruneCards(deps, ctxOf(principal), body))
  mount(app, operations.getCard, async ({ c, principal, params }) => {
    const { card, version } = await getCard(deps, ctxOf(principal), params.id)
    c.header('etag', versionEtag(card.id, version))
    return card
  })
  mount(app, operations.updateCard, async ({ c, principal, params, body }) => {
    const { card, version } = await updateCard(deps, ctxOf(principal), params.id, body, {
      ifMatch: c.req.header('if-match'),
    })
    c.header('etag', versionEtag(card.id, version))
    return card
  })
  mount(app, operations.deleteCard, async ({ c, principal, params }) => {
    await deleteCard(deps, ctxOf(principal), params.id, { ifMatch: c.req.header('if-match') })
    return undefined
  })
  mount(
    app,
    operations.startNextAction,
    async ({ principal, params, tx }) => startNextAction(deps, ctxOf(principal, tx), params.id),
    deps.db,
  )
  mount(app, operations.cancelProcess, async ({ c, principal, params }) => {
    const { card, version } = await cancelProcess(deps, ctxOf(principal), params.id)
    c.header('etag', versionEtag(card.id, version))
    return card
  })
}
