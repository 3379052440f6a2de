import {
  commonErrors,
  deleteQuotes,
  requireOrg,
  submitQuote as submitQuoteOperation,
} from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import { deleteQuoteCards } from '../cards/delete-cards.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { plainPage } from './plain-page.ts'
import { submitQuote } from './submit-quote.ts'

/** Quote requests. */
export function quoteRoutes(app: Hono<AppEnv>, deps: Deps): void {
  app.use(submitQuoteOperation.path, plainPage)
  mount(
    app,
    submitQuoteOperation,
    async ({ c, body, tx }) => {
      const quote = await submitQuote(deps, body, tx)
      c.header('location', `/api/tasks/${quote.id}`)
      return quote
    },
    deps.db,
  )
  mount(app, deleteQuotes, async ({ principal, query, body }) => {
    const ids = [body?.ids ?? [], query.ids ?? []].flat()
    if (ids.length === 0) {
      throw commonErrors.validation_failed({
        details: { errors: [{ path: 'ids', message: 'Name the quotes to delete' }] },
      })
    }
    return deleteQuoteCards(deps, ctxOf(requireOrg(principal)), ids)
  })
}
