import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'

interface Waiting {
  work(tx: Transaction): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** Works in a transaction that works of the same org share. One that throws an `AppError` has written nothing. */
export type InOrgTurn = <R>(orgId: string, work: (tx: Transaction) => Promise<R>) => Promise<R>

const mostTogether = 50

/**
 * Gathers the works of an org that come during a transaction for the next one: alone, each would hold a connection
 * while it waits for the rows of the account and of the month. After an error the works are done again, each in its
 * own.
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
