import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

// scrypt occupies one of Node's four worker threads for a tenth of a second. File operations need
// the others.
const atOnce = 2

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(attempt: { hash: string; password: string }): Promise<boolean>
  /** Runs a request. `prepare` works only inside it. */
  withRequest<R>(fn: () => Promise<R>): Promise<R>
  /**
   * Hashes a password before the sign-up's transaction begins. Inside the transaction, hashing
   * would hold a pool connection.
   */
  prepare(password: string): Promise<void>
}

/** Hashes passwords as better-auth does (scrypt), at most two at a time. */
export const createPasswordHashing = (): PasswordHashing =>
  hashingWith(hashPassword, verifyPassword)

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
