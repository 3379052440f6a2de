import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export const newHookSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the hash to store. A plain hash is enough, because the secret is random. */
export const hashSecret = (secret: string): string => hash('sha256', secret)

const none = hashSecret('')

/** True if the secret has this hash. Takes constant time, even if there is no hash. */
export function matchesHash(secret: string, known: string | undefined): boolean {
  const same = timingSafeEqual(
    Buffer.from(hashSecret(secret), 'hex'),
    Buffer.from(known ?? none, 'hex'),
  )
  return same && known !== undefined
}
