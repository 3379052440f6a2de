import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { importStatement } from './import-statement.ts'
import { listTransactions } from './list-transactions.ts'
import { matchTransaction } from './match-transaction.ts'
import { type ReceivedStatement, receiveStatement } from './receive-statement.ts'
import { ignoreTransaction, unmatchTransaction } from './unmatch-transaction.ts'

export function bankRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const received = new WeakMap<Request, ReceivedStatement>()
  const kept = {
    db: deps.db,
    apart: true,
    async receive(request: Request) {
      const upload = await receiveStatement(request)
      received.set(request, upload)
      return { fingerprint: upload.digest, release: upload.remove }
    },
  }
  mount(app, operations.importStatement, kept, async (call) => {
    const { c, settle } = call
    const upload = received.get(c.req.raw)
    if (upload === undefined) throw new Error('The form was not received')
    const statement = await importStatement(deps, call, { upload, settle })
    if (!upload.isPreview) c.header('location', '/api/bank/transactions')
    return c.json(statement, upload.isPreview ? 200 : 201)
  })
  mount(app, operations.listBankTransactions, (call) => listTransactions(deps, call, call.query))
  mount(app, operations.matchTransaction, (call) =>
    matchTransaction(deps, call, { id: call.params.id, invoiceIds: call.body.invoiceIds }),
  )
  mount(app, operations.unmatchTransaction, (call) =>
    unmatchTransaction(deps, call, call.params.id),
  )
  mount(app, operations.ignoreTransaction, (call) => ignoreTransaction(deps, call, call.params.id))
}
