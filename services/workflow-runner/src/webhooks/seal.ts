import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What was opened, and whether it is sealed under a key that is on its way out. */
export interface Opened {
  text: string
  stale: boolean
}

/** Seals what is stored and must not be read from a copy of the database. */
export interface Sealing {
  /** Encrypts a text for storage; `context` must be the same when it is opened. */
  seal(text: string, context: string): string
  /** Opens what `seal` made. Throws when no key or another context fits, or the text was changed. */
  open(sealed: string, context: string): Opened
}

const cipher = 'aes-256-gcm'

/** AES-256-GCM under keys derived from these secrets: the first one seals, all of them open. */
export function createSealing(current: string, ...others: readonly string[]): Sealing {
  const keys = [...new Set([current, ...others])].map(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, 'atrium', 'webhook-secret', 32)),
  )
  const [sealingKey = new Uint8Array()] = keys
  return {
    seal(text, context) {
      const iv = randomBytes(12)
      const sealing = createCipheriv(cipher, sealingKey, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64')
      for (const [at, key] of keys.entries()) {
        const text = openWith(key, bytes, context)
        if (text !== undefined) return { text, stale: at > 0 }
      }
      throw new Error('No key opens this')
    },
  }
}

function openWith(key: Uint8Array, bytes: Buffer, context: string): string | undefined {
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
