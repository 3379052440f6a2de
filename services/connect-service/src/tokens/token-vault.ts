import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomFillSync } from 'node:crypto'

/** A token in clear, and whether it is sealed with a key that is on its way out. */
export interface Opened {
  value: string
  stale: boolean
}

/** Seals tokens at rest (docs/reference/channels.md, "Tokens"). */
export interface TokenVault {
  /** How every envelope under the current key begins. */
  readonly prefix: string
  /** `context` names the row and column, so that an envelope moved elsewhere does not open. */
  seal(value: string, context: string): string
  /** Throws when the envelope was changed, belongs elsewhere, or no known key fits. */
  open(envelope: string, context: string): Opened
}

const derive = (secret: string, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'atrium-connect', purpose, length))

const keyOf = (secret: string) => ({
  id: derive(secret, 'token-key-id', 6).toString('base64url'),
  key: createSecretKey(derive(secret, 'token-encryption', 32)),
})

const nonceBytes = 12

/** Fresh nonces (NIST SP 800-38D, 8.2.2: random, 96 bits), drawn for many at once: a draw costs more than a seal. */
function createNonces(): () => Buffer {
  const pool = Buffer.alloc(512 * nonceBytes)
  let at = pool.length
  return () => {
    if (at === pool.length) {
      randomFillSync(pool)
      at = 0
    }
    at += nonceBytes
    return pool.subarray(at - nonceBytes, at)
  }
}

/**
 * AES-256-GCM with a key derived by HKDF (RFC 5869). An envelope is `v1.<key id>.<nonce>.<text and tag>`.
 * `previous` is the secret before a rotation: it still opens and never seals.
 */
export function createTokenVault(secret: string, previous?: string): TokenVault {
  const current = keyOf(secret)
  const keys = new Map([...(previous ? [keyOf(previous)] : []), current].map(({ id, key }) => [id, key]))
  const prefix = `v1.${current.id}.`
  const nextNonce = createNonces()
  return {
    prefix,
    seal(value, context) {
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${prefix}${nonce.toString('base64url')}.${sealed.toString('base64url')}`
    },
    open(envelope, context) {
      const [version, id = '', nonce = '', body = ''] = envelope.split('.')
      const key = keys.get(id)
      if (version !== 'v1' || key === undefined) throw new Error('No key opens this token')
      const sealed = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      }).setAAD(Buffer.from(context))
      decipher.setAuthTag(sealed.subarray(-16))
      const value = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return { value: value.toString('utf8'), stale: id !== current.id }
    },
  }
}

/** What an envelope holds; undefined when no known key opens it. */
export function readable(vault: TokenVault, envelope: string, context: string): Opened | undefined {
  try {
    return vault.open(envelope, context)
  } catch {
    return undefined
  }
}

/** The contexts of the sealed columns. */
export const sealContext = {
  answer: (request: string) => `answer:${request}`,
  access: (channelId: string) => `channel:${channelId}:access`,
  refresh: (channelId: string) => `channel:${channelId}:refresh`,
  picker: (pickerId: string) => `picker:${pickerId}`,
  progress: (channelId: string, taskId: string) => `progress:${channelId}:${taskId}`,
  upload: (uploadId: string) => `upload:${uploadId}`,
  verifier: (stateHash: string) => `state:${stateHash}`,
}
