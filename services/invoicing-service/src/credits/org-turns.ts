import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'

interface Waiting {
  work(tx: Transaction): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * Runs `work` in a transaction shared with other work of the same org. If `work` throws an
 * `AppError`, it must not have written anything.
 */
export type InOrgTurn = <R>(orgId: string, work: (tx: Transaction) => Promise<R>) => Promise<R>

const mostTogether = 50

/**
 * Runs work of an org that arrives during a transaction together in the next one. Separate
 * transactions would each hold a connection while waiting for the account and month rows. After an
 * unexpected error each piece of work runs again in its own transaction.
 */
export function createOrgTurns(db: Db): InOrgTurn {
  const lines = new Map<string, Waiting[]>()

  const together = (works: readonly Waiting[]) =>
    inTransaction(db, undefined, async (tx) => {
      const ends: (() => void)[] = []
      for (const { work, resolve, reject } of works) {
        try {
          const value = await work(tx)
          ends.push(() => resolve(value))
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          ends.push(() => reject(error))
        }
      }
      return ends
    })

  const perform = async (works: readonly Waiting[]): Promise<void> => {
    try {
      for (const end of await together(works)) end()
    } catch (error) {
      const [only] = works
      if (works.length === 1) only?.reject(error)
      else for (const each of works) await perform([each])
    }
  }

  const drain = async (orgId: string, line: Waiting[]): Promise<void> => {
    while (line.length > 0) await perform(line.splice(0, mostTogether))
    lines.delete(orgId)
  }

  return (orgId, work) =>
    new Promise((resolve, reject) => {
      const waiting: Waiting = { work, resolve: resolve as Waiting['resolve'], reject }
      const line = lines.get(orgId)
      if (line !== undefined) {
        line.push(waiting)
        return
      }
      const fresh = [waiting]
      lines.set(orgId, fresh)
      void drain(orgId, fresh)
    })
}
