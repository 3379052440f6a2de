import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** A decrypted secret. Says if a previous key sealed it. */
export interface Opened {
  text: string
  stale: boolean
}

export interface SealedSecrets {
  /**
   * The prefix of every envelope under the current key. Seal a column value again if it lacks this
   * prefix.
   */
  readonly prefix: string
  /**
   * Returns an envelope of URL-safe characters. `context` names the row and column. The context is
   * not stored, and an envelope that is moved to another row or column does not open.
   */
  seal(text: string, context: string): string
  /**
   * Returns undefined if no configured key opens the envelope, it was changed, or it belongs to
   * another context.
   */
  open(envelope: string, context: string): Opened | undefined
}

/**
 * The parameters that turn a configured secret of any length into a key (HKDF-SHA-256, RFC 5869).
 * They are part of the stored format. If they change, no stored envelope opens any more.
 */
export interface Derivation {
  salt: string
  /** `info` for the encryption key. */
  key: string
  /** `info` for the key's public id, which envelopes contain. */
  id: string
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Creates the encryption with AES-256-GCM and random 96-bit nonces (NIST SP 800-38D, 8.2.2). An
 * envelope is `v1.<key id>.<nonce>.<ciphertext and tag>`, each part in base64url. Envelopes from
 * before key ids (base64 of nonce, tag and ciphertext) also open. They are stale if a previous key
 * opens them.
 * To rotate, configure the new secret as `current` and the former one as `previous`. Then open and
 * seal again every envelope that does not begin with `prefix`, and finally drop `previous`. Empty
 * strings in `previous` are ignored.
 */
export function createSealedSecrets(
  derivation: Derivation,
  current: string,
  ...previous: readonly string[]
): SealedSecrets {
  const derive = (secret: string, info: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, derivation.salt, info, length))
  const deriveKey = (secret: string) => ({
    id: derive(secret, derivation.id, 6).toString('base64url'),
    key: createSecretKey(derive(secret, derivation.key, 32)),
  })
  const currentKey = deriveKey(current)
  const others = previous.filter((secret) => secret !== '').map(deriveKey)
  const keys = new Map([currentKey, ...others].map(({ id, key }) => [id, key]))
  const prefix = `v1.${currentKey.id}.`

  const openLegacy = (envelope: string, context: string): Opened | undefined => {
    const bytes = Buffer.from(envelope, 'base64')
    const body = bytes.subarray(nonceBytes + tagBytes)
    const sealed = Buffer.concat([body, bytes.subarray(nonceBytes, nonceBytes + tagBytes)])
    for (const [id, key] of keys) {
      const text = decrypt(key, bytes.subarray(0, nonceBytes), sealed, context)
      if (text !== undefined) return { text, stale: id !== currentKey.id }
    }
    return undefined
  }
  return {
    prefix,
    seal(text, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, currentKey.key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return `${prefix}${nonce.toString('base64url')}.${sealed.toString('base64url')}`
    },
    open(envelope, context) {
      const [version, id = '', nonce = '', body = ''] = envelope.split('.')
      if (version !== 'v1') return openLegacy(envelope, context)
      const key = keys.get(id)
      if (key === undefined) return undefined
      const text = decrypt(
        key,
        Buffer.from(nonce, 'base64url'),
        Buffer.from(body, 'base64url'),
        context,
      )
      return text === undefined ? undefined : { text, stale: id !== currentKey.id }
    },
  }
}

/** Decrypts `sealed`, the ciphertext followed by the tag. Returns undefined if it does not open. */
function decrypt(key: KeyObject, nonce: Buffer, sealed: Buffer, context: string) {
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-tagBytes))
    const text = [decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return undefined
  }
}
