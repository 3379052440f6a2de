import * as operations from '@atrium/contracts'
import { type AppEnv, answerLines, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { bookDocument, listDocuments, requireAccounting } from './documents.ts'
import { journalOfMonth } from './export-journal.ts'
import { listMonthRows } from './journal.db.ts'

const types = { csv: ['text/csv', 'csv'], fec: ['text/tab-separated-values', 'txt'] } as const

export function accountingRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db, config } = deps
  mount(app, operations.getAccounting, async () => ({ enabled: config.ACCOUNTING_ENABLED }))
  mount(app, operations.listAccountingMonths, async ({ principal }) => {
    requireAccounting(deps)
    const rows = await listMonthRows(db, principal.orgId)
    return {
      items: rows.map(({ month, currency, ...sums }) => ({
        month,
        currency,
        invoices: Number(sums.invoices),
        invoicedCents: Number(sums.invoiced),
        creditNotes: Number(sums.credit_notes),
        creditedCents: Number(sums.credited),
        payments: Number(sums.payments),
        paidCents: Number(sums.paid),
        refunds: Number(sums.refunds),
        refundedCents: Number(sums.refunded),
      })),
    }
  })
  mount(app, operations.exportAccounting, async ({ c, principal, query }) => {
    requireAccounting(deps)
    const [type, ending] = types[query.format]
    const name = `journal-${query.month}-${query.currency}.${ending}`
    return answerLines(c, { name, type }, journalOfMonth(deps, principal.orgId, query))
  })
  mount(app, operations.listIncomingDocuments, (call) => listDocuments(deps, call, call.query))
  mount(app, operations.bookIncomingDocument, (call) =>
    bookDocument(deps, call, { id: call.params.id, isBooked: true }),
  )
  mount(app, operations.unbookIncomingDocument, (call) =>
    bookDocument(deps, call, { id: call.params.id, isBooked: false }),
  )
}
