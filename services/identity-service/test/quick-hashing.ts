import { createHash, randomBytes } from 'node:crypto'
import { hashingWith, type PasswordHashing } from '../src/auth/passwords/password-hashing.ts'

const hashed = (salt: string, password: string): string =>
  `${salt}:${createHash('sha256').update(`${salt}:${password}`).digest('hex')}`

/**
 * Returns salted hashes that cost nothing. Most tests are not about passwords, and scrypt took half
 * of their CPU time.
 */
export const quickHashing = (): PasswordHashing =>
  hashingWith(
    async (password) => hashed(randomBytes(16).toString('hex'), password),
    async ({ hash, password }) => hash === hashed(hash.split(':')[0] ?? '', password),
  )
