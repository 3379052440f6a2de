import {
  newId,
  type ReserveCredits as Reserve,
  ReserveCredits,
  SettleCredits,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { afterAll, afterEach } from 'vitest'
import type { z } from 'zod'
import { lockAccount } from '../src/credits/ledger.db.ts'
import { postEntry } from '../src/credits/post-entry.ts'
import { checkLedger } from '../src/credits/sweep-reservations.ts'
import { type Caller, startHarness } from './harness.ts'

/**
 * Starts the service with metered credits, and checks after each test that every account equals its
 * ledger.
 */
export async function creditsSuite(env: Readonly<Record<string, string>> = {}) {
  const harness = await startHarness({
    env: { CREDITS_METERING_ENABLED: 'true', ...env },
    // A long interval, so sweeps only run when a test runs them.
    creditSweepEveryMs: 3_600_000,
  })
  const { deps, clock, bus } = harness
  afterAll(() => harness.stop())
  afterEach(async () => {
    clock.offsetMs = 0
    const faults = await checkLedger(deps)
    if (faults.length > 0)
      throw new Error(`these accounts differ from their ledger: ${faults.join(', ')}`)
  })

  const person = async (credits: number, orgId?: string): Promise<Caller> => {
    const call = harness.as('admin', orgId)
    if (credits > 0) {
      await inTransaction(deps.db, undefined, async (tx) => {
        await lockAccount(tx, call.userId)
        await postEntry({ newId }, tx, call.orgId, {
          userId: call.userId,
          kind: 'grant',
          credits,
          description: 'For a test',
          reference: null,
        })
      })
    }
    return call
  }
  // These tests check exactness, and with hundreds of calls at once a response may be late.
  const patient = { timeoutMs: 30_000 }
  type More = Partial<z.input<typeof Reserve.input>>
  const reserve = (call: Caller, amountCredits: number, more: More = {}) =>
    callRpc(
      bus,
      ReserveCredits,
      {
        orgId: call.orgId,
        userId: call.userId,
        amountCredits,
        model: 'small-1',
        idempotencyKey: newId('req'),
        expiresAt: new Date(clock.now().getTime() + 60_000).toISOString(),
        ...more,
      },
      patient,
    )
  const settle = ({ orgId }: Pick<Caller, 'orgId'>, reservationId: string, credits: number) =>
    callRpc(bus, SettleCredits, { orgId, reservationId, credits }, patient)
  const spend = async (call: Caller, credits: number, origin: More['origin'] = {}) => {
    const { reservationId } = await reserve(call, credits, { origin })
    return settle(call, reservationId, credits)
  }
  const account = async (call: Caller) => {
    const { body } = await call('GET', '/api/credits')
    return { balance: Number(body['balance']), reserved: Number(body['reserved']) }
  }
  return { harness, person, reserve, settle, spend, account }
}
