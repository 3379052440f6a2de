import { ResealTokens } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { CommandIo } from '../command.ts'
import { withBus } from '../with-bus.ts'

const progressEveryMs = 1_000

/**
 * `atrium connect rotate-keys`: has connect seal every stored token anew that another key than the current one
 * sealed. Call it again when it was interrupted. True when none is left.
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
        io.error(`… ${resealed} sealed anew, ${left} left`)
      }
    } while (after !== null)
    io.write(`${resealed} sealed anew, ${unreadable} cannot be read, ${left} left under another key`)
    if (unreadable > 0) io.error('Those whose tokens cannot be read have to connect again')
    return left === 0
  })
}
