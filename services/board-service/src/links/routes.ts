import { captureLink as captureLinkOperation } from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Hono } from 'hono'
import { ctxOf, type Deps } from '../deps.ts'
import { captureLink } from './capture-link.ts'

/** Links. */
export function linkRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(
    app,
    captureLinkOperation,
    async ({ c, principal, body, tx }) => {
      const { card, version, created } = await captureLink(deps, ctxOf(principal, tx), body.url)
      c.header('etag', versionEtag(card.id, version))
      c.header('location', `/api/tasks/${card.id}`)
      return created ? c.json(card, 201) : c.json(card, 200)
    },
    deps.db,
  )
}
