import { join } from 'node:path'
import type { Hono } from 'hono'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { PaymentsState } from '../payments/state.ts'
import { keepNetwork } from './network-state.ts'
import { keepPayments } from './payments-state.ts'

/**
 * Saves the stand-ins' state in a folder before each response. Mount it before their routes.
 * Returns a function that saves one network after a change by another protocol.
 */
export function keepState(
  app: Hono<SandboxEnv>,
  folder: string,
  payments: PaymentsState,
  networks: Readonly<Record<string, object>>,
): (network: string) => void {
  const saves = new Map<string, () => void>()
  const savePayments = keepPayments(join(folder, 'payments.jsonl'), payments)
  for (const [name, state] of Object.entries(networks)) {
    const save = keepNetwork(folder, name, state)
    saves.set(name, save)
    app.use(`/${name}/*`, async (c, next) => {
      await next()
      // GET may issue tokens as well. Other reads change nothing important.
      if (c.req.method !== 'GET' || /token/.test(c.req.path)) save()
    })
  }
  app.use(async (c, next) => {
    await next()
    if (c.req.method !== 'GET') savePayments()
  })
  return (network) => saves.get(network)?.()
}
