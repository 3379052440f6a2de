import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export const newHookSecret = (): string => randomBytes(32).toString('base64url')

/** The hash that is stored; the secret is random, so that a plain hash is enough. */
export const hashSecret = (secret: string): string => hash('sha256', secret)

const none = hashSecret('')

/** Whether a secret has this hash, in constant time; also without a hash. */
export function matchesHash(secret: string, known: string | undefined): boolean {
  const same = timingSafeEqual(
    Buffer.from(hashSecret(secret), 'hex'),
    Buffer.from(known ?? none, 'hex'),
  )
  return same && known !== undefined
}
