import { ResealTokens } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { CommandIo } from '../command.ts'
import { withBus } from '../with-bus.ts'

const progressEveryMs = 1_000

/**
 * `atrium connect rotate-keys`: makes connect reseal the tokens of older keys. Returns true if no
 * such token is left.
 */
export function rotateKeysCommand(_flags: unknown, io: CommandIo): Promise<boolean> {
  return withBus(io.env, async (bus) => {
    let after: string | null = null
    let [resealed, unreadable, left] = [0, 0, 0]
    let shownAt = performance.now()
    do {
      const batch: { resealed: number; unreadable: number; left: number; next: string | null } =
        await callRpc(bus, ResealTokens, { after })
      resealed += batch.resealed
      unreadable += batch.unreadable
      left = batch.left
      after = batch.next
      if (performance.now() - shownAt >= progressEveryMs) {
        shownAt = performance.now()
        io.error(`… ${resealed} re-encrypted, ${left} left`)
      }
    } while (after !== null)
    io.write(`${resealed} re-encrypted, ${unreadable} unreadable, ${left} left with another key`)
    if (unreadable > 0) io.error('Connect the accounts with unreadable tokens again')
    return left === 0
  })
}
