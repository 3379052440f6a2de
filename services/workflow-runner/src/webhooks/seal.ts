import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'

/** Encrypts a text for storage; `context` must be the same when it is opened. */
export function seal(key: Uint8Array, text: string, context: string): string {
  const iv = randomBytes(12)
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64')
}

/** Opens what `seal` made. Throws when key or context differ or the text was changed. */
export function unseal(key: Uint8Array, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString('utf8')
}
