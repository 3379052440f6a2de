import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { checkoutCredits } from './checkout-credits.ts'
import { creditBalance, latestCreditTransactions } from './credits.db.ts'

/** Mounts the credits' operations. */
export function mountCredits(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.getCredits, async ({ principal }) => {
    const [balance, rows] = await Promise.all([
      creditBalance(deps.db, principal.userId),
      latestCreditTransactions(deps.db, principal.userId),
    ])
    return {
      balance,
      transactions: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        amount: Number(row.amount),
        description: row.description,
        createdAt: row.created_at.toISOString(),
      })),
    }
  })
  mount(
    app,
    operations.checkoutCredits,
    ({ c, principal, body }) =>
      checkoutCredits(deps, { principal }, body.offerSlug, c.req.header('idempotency-key')),
    deps.db,
    { apart: true },
  )
}
