import {
  CompleteModel,
  type CompleteModelInput,
  creditErrors,
  RefundCredits,
  ReleaseCredits,
  ReserveCredits,
  RoleOf,
  SettleCredits,
  UsersByIds,
} from '@atrium/contracts'
import { callRpc, type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { z } from 'zod'
import { type Caller, type Harness, type HarnessOptions, startHarness } from './harness.ts'

export const managed = {
  LLM_GATEWAY_API_KEY: '',
  MANAGED_LLM_PROVIDER: 'gateway',
  MANAGED_LLM_MODEL: 'sandbox/small',
  MANAGED_LLM_API_KEY: 'sk-the-managed-key-of-the-operator',
  CREDITS_METERING_ENABLED: 'true',
}

interface Reserved {
  key: string
  userId: string
  amount: number
  state: 'open' | 'settled' | 'released' | 'refunded'
  credits: number
}

/** Fakes the credit ledger of the invoicing service. */
export class Ledger {
  balance = 100_000
  away = false
  readonly reservations = new Map<string, Reserved>()

  get charged(): number[] {
    return [...this.reservations.values()].flatMap(({ state, credits }) =>
      state === 'settled' ? [credits] : [],
    )
  }

  get open(): number {
    return [...this.reservations.values()].filter(({ state }) => state === 'open').length
  }

  handlers(): RpcHandler[] {
    return [
      rpcHandler(ReserveCredits, async ({ userId, amountCredits, idempotencyKey }) => {
        this.#check()
        const id = `res_${idempotencyKey}`
        if (!this.reservations.has(id)) {
          if (this.balance < amountCredits) throw creditErrors.insufficient_credits()
          this.balance -= amountCredits
          const opened = { key: idempotencyKey, userId, amount: amountCredits, credits: 0 }
          this.reservations.set(id, { ...opened, state: 'open' })
        }
        return { reservationId: id, balance: this.balance }
      }),
      rpcHandler(SettleCredits, async ({ reservationId, credits }) => {
        this.#check()
        const row = this.#find(reservationId)
        if (row.state === 'open') {
          Object.assign(row, { state: 'settled', credits })
          this.balance += row.amount - credits
        }
        return { balance: this.balance, credits: row.credits }
      }),
      rpcHandler(ReleaseCredits, async ({ reservationId }) => {
        this.#check()
        const row = this.#find(reservationId)
        if (row.state === 'open') {
          row.state = 'released'
          this.balance += row.amount
        }
        return { balance: this.balance }
      }),
      rpcHandler(RefundCredits, async ({ reservationId }) => {
        this.#check()
        const row = this.#find(reservationId)
        if (row.state !== 'refunded')
          this.balance += row.state === 'settled' ? row.credits : row.amount
        row.state = 'refunded'
        return { balance: this.balance }
      }),
    ]
  }

  #check(): void {
    if (this.away) throw creditErrors.reservation_not_found({ message: 'away' })
  }

  #find(id: string): Reserved {
    const row = this.reservations.get(id)
    if (row === undefined) throw creditErrors.reservation_not_found()
    return row
  }
}

export async function startModelStage(
  options: HarnessOptions = {},
): Promise<{ harness: Harness; ledger: Ledger }> {
  const harness = await startHarness({
    networkTimeoutMs: 5_000,
    ...options,
    networks: ['model', 'speech'],
  })
  harness.sandbox.model.addKey(managed.MANAGED_LLM_API_KEY)
  const ledger = new Ledger()
  await harness.answer([
    ...ledger.handlers(),
    rpcHandler(UsersByIds, async ({ userIds }) => ({
      users: userIds.map((id) => ({ id, name: 'Ada' })),
    })),
    rpcHandler(RoleOf, async () => ({ role: 'member' as const })),
  ])
  return { harness, ledger }
}

let calls = 0
type Input = z.input<typeof CompleteModel.input>

export const askFor = (
  harness: Harness,
  { principal }: Caller,
  text: string,
  more: Partial<Input> = {},
) => {
  calls += 1
  return callRpc(harness.bus, CompleteModel, {
    orgId: principal.orgId,
    userId: principal.userId,
    task: 'write',
    system: 'Be brief.',
    messages: [{ role: 'user', content: [{ text }] }],
    idempotencyKey: `call-${calls}`,
    ...more,
  } satisfies Input)
}

export type { CompleteModelInput }

/** Returns the channel id. */
export async function connectKey(
  harness: Harness,
  caller: Caller,
  more: object = {},
): Promise<string> {
  const apiKey = harness.sandbox.model.addKey(`sk-of-${caller.principal.userId}-${calls}`)
  const answer = await caller('POST', '/api/connect/model/manual', {
    provider: 'gateway',
    apiKey,
    ...more,
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return String((answer.body['channel'] as unknown as { id: string }).id)
}

export const toKey = (harness: Harness, { principal }: Caller): string => {
  const key = [...harness.sandbox.model.keys.keys()].findLast((each) =>
    each.includes(principal.userId),
  )
  if (key === undefined) throw new Error('no key')
  return key
}
