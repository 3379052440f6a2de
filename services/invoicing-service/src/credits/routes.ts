import * as operations from '@atrium/contracts'
import { createView } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { refundCredits, releaseCredits, settleCredits } from './end-reservation.ts'
import { findAccount, listEntries } from './ledger.db.ts'
import { getLimits, putLimits } from './limits.ts'
import { reserveCredits } from './reserve-credits.ts'
import { estimateRun, getSpend } from './spend.ts'
import { checkoutCredits, listTopups } from './top-ups.ts'

const toTransaction = createView(operations.CreditTransaction)

export function creditRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(
    app,
    operations.getCredits,
    async ({ principal: { userId }, query: { cursor, ...page } }) => {
      const [account, rows, topups] = await Promise.all([
        findAccount(db, userId),
        listEntries(db, userId, { ...page, limit: page.limit + 1, cursor }),
        listTopups(deps),
      ])
      const shown = rows.slice(0, page.limit)
      return {
        balance: Number(account?.balance ?? 0),
        reserved: Number(account?.reserved ?? 0),
        metered: deps.config.CREDITS_METERING_ENABLED,
        transactions: shown.map(toTransaction),
        total: Number(account?.entries ?? 0),
        ...page,
        next: rows.length > page.limit ? (shown.at(-1)?.sequence ?? null) : null,
        topups,
      }
    },
  )
  mount(app, operations.checkoutCredits, { db, apart: true }, (call) =>
    checkoutCredits(deps, call, {
      slug: call.body.offerSlug,
      key: call.c.req.header('idempotency-key'),
    }),
  )
  mount(app, operations.getCreditSpend, (call) => getSpend(deps, call, call.query))
  mount(app, operations.estimateCredits, (call) => estimateRun(deps, call, call.query.workflowId))
  mount(app, operations.getCreditLimits, (call) => getLimits(deps, call))
  mount(app, operations.putCreditLimits, (call) => putLimits(deps, call, call.body))
}

export const creditRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(operations.ReserveCredits, (input) => reserveCredits(deps, input)),
  rpcHandler(operations.SettleCredits, (input) => settleCredits(deps, input)),
  rpcHandler(operations.ReleaseCredits, (input) => releaseCredits(deps, input)),
  rpcHandler(operations.RefundCredits, (input) => refundCredits(deps, input)),
]
