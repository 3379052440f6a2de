import * as operations from '@atrium/contracts'
import { type AppEnv, clientNetwork, mount } from '@atrium/http'
import type { Hono } from 'hono'
import { deleteQuoteCards } from '../cards/delete-cards.ts'
import type { Deps } from '../deps.ts'
import { createPlainPage } from './plain-page.ts'
import { submitQuote } from './submit-quote.ts'

export function quoteRoutes(app: Hono<AppEnv>, deps: Deps): void {
  app.use(operations.submitQuote.path, createPlainPage(deps))
  mount(app, operations.submitQuote, { db: deps.db }, async (call) => {
    const quote = await submitQuote(
      deps,
      { tx: call.tx, client: clientNetwork(call.c.req) },
      call.body,
    )
    call.c.header('location', `/api/tasks/${quote.id}`)
    return quote
  })
  mount(app, operations.deleteQuotes, async ({ principal, query, body, tx }) => {
    const ids = [body?.ids ?? [], query.ids ?? []].flat()
    if (ids.length === 0) {
      throw operations.invalidField('ids', 'Choose the quote requests to delete')
    }
    // An operator needs no org for other operations, but this one works in the active org.
    return deleteQuoteCards(deps, { principal: operations.requireOrg(principal), tx }, ids)
  })
}
