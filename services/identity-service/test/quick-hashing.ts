import { createHash, randomBytes } from 'node:crypto'
import { hashingWith, type PasswordHashing } from '../src/auth/password-hashing.ts'

const hashed = (salt: string, password: string): string =>
  `${salt}:${createHash('sha256').update(`${salt}:${password}`).digest('hex')}`

/** Salted hashes that cost nothing, for tests of other things than passwords: scrypt took half of their processor time. */
export const quickHashing = (): PasswordHashing =>
  hashingWith(
    async (password) => hashed(randomBytes(16).toString('hex'), password),
    async ({ hash, password }) => hash === hashed(hash.split(':')[0] ?? '', password),
  )
