import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

// scrypt fills one of Node's four worker threads for a tenth of a second; files need the others.
const atOnce = 2

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(attempt: { hash: string; password: string }): Promise<boolean>
  /** Runs a request in which `prepare` may be called. */
  withRequest<R>(fn: () => Promise<R>): Promise<R>
  /** Hashes ahead of the transaction of a sign-up, which would hold a connection of the pool meanwhile. */
  prepare(password: string): Promise<void>
}

/** Password hashing as better-auth does it (scrypt), a few at a time. */
export const createPasswordHashing = (): PasswordHashing => hashingWith(hashPassword, verifyPassword)

export function hashingWith(
  hashOf: (password: string) => Promise<string>,
  isOf: PasswordHashing['verify'],
): PasswordHashing {
  const prepared = new AsyncLocalStorage<Map<string, string>>()
  const limited = pLimit(atOnce)
  const hash = (password: string): Promise<string> => limited(() => hashOf(password))
  return {
    hash: async (password) => prepared.getStore()?.get(password) ?? (await hash(password)),
    verify: (attempt) => limited(() => isOf(attempt)),
    withRequest: (fn) => prepared.run(new Map(), fn),
    async prepare(password) {
      prepared.getStore()?.set(password, await hash(password))
    },
  }
}
