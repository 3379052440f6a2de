import { report } from '@atrium/bench-kit'
import { newId, ReserveCredits, SettleCredits } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { lockAccount } from '../src/credits/ledger.db.ts'
import { postEntry } from '../src/credits/post-entry.ts'
import { checkLedger } from '../src/credits/sweep-reservations.ts'
import { type Platform, withPlatform } from './platform.ts'

// Reserves credits of one user in one org with 500 concurrent calls, then settles with 500 more.
// The sum must be exact.
const calls = 500
const rounds = 3
const heldCredits = 4
const chargedCredits = 3

const perSecond = async <T>(works: readonly (() => Promise<T>)[]) => {
  const began = performance.now()
  const results = await Promise.all(works.map((work) => work()))
  return { results, rate: (works.length * 1_000) / (performance.now() - began) }
}

async function granted({ db }: Platform, orgId: string, credits: number): Promise<string> {
  const userId = newId('usr')
  await inTransaction(db, undefined, async (tx) => {
    await lockAccount(tx, userId)
    await postEntry({ newId }, tx, orgId, {
      userId,
      kind: 'grant',
      credits,
      description: 'Bench',
      reference: null,
    })
  })
  return userId
}

async function benchDebits(platform: Platform) {
  const { bus, db } = platform
  const orgId = newId('org')
  const userId = await granted(platform, orgId, 1_000_000)
  const expiresAt = new Date(Date.now() + 600_000).toISOString()
  const origin = { workflowId: newId('wf') }
  const reserve = () =>
    callRpc(
      bus,
      ReserveCredits,
      {
        orgId,
        userId,
        amountCredits: heldCredits,
        model: 'bench',
        origin,
        idempotencyKey: newId('req'),
        expiresAt,
      },
      { timeoutMs: 30_000 },
    )
  const settle = (reservationId: string) =>
    callRpc(
      bus,
      SettleCredits,
      { orgId, reservationId, credits: chargedCredits },
      { timeoutMs: 30_000 },
    )
  const rates = { reserved: [] as number[], settled: [] as number[] }
  // The first round warms up the process.
  for (let round = 0; round <= rounds; round += 1) {
    const reserved = await perSecond(Array.from({ length: calls }, () => reserve))
    const settled = await perSecond(
      reserved.results.map(
        ({ reservationId }) =>
          () =>
            settle(reservationId),
      ),
    )
    if (round === 0) continue
    rates.reserved.push(reserved.rate)
    rates.settled.push(settled.rate)
  }
  const account = await db
    .selectFrom('credit_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const expected = 1_000_000 - (rounds + 1) * calls * chargedCredits
  const faults = await checkLedger({ db, logger: { error: () => {} } as never })
  return {
    ...rates,
    wrong: Math.abs(Number(account.balance) - expected) + Number(account.reserved) + faults.length,
  }
}

await withPlatform(
  async (platform) => {
    const { reserved, settled, wrong } = await benchDebits(platform)
    const name = `models: ${calls} concurrent debits on one org`
    report({ name: `${name}, reserved`, value: reserved, unit: '/s', target: '>= 300' })
    report({ name: `${name}, settled`, value: settled, unit: '/s', target: '>= 300' })
    report({ name: `${name}, credits off the exact sum`, value: wrong, unit: '', target: '<= 0' })
  },
  { CREDITS_METERING_ENABLED: 'true' },
)
