import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()
const b64 = (data: Uint8Array): string => Buffer.from(data).toString('base64url')

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])

/** Encodes the small part of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member as string)])
  return Buffer.concat([head(5, value.size), ...members])
}

export interface Ceremony {
  challenge: string
  rpId: string
  origin: string
}

/** Creates a software passkey with one credential, as WebAuthn level 3 describes. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (
    rpId: string,
    flags: number,
    rest: Uint8Array = Buffer.alloc(0),
  ): Buffer => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }
  const credential = (response: object) => ({
    id: b64(id),
    rawId: b64(id),
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
    response,
  })
  return {
    /**
     * Returns the response to a creation challenge: present, verified, with an attested credential.
     */
    register(ceremony: Ceremony) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(ceremony.rpId, 0x45, attested)],
      ])
      return credential({
        clientDataJSON: b64(clientData('webauthn.create', ceremony)),
        attestationObject: b64(cbor(attestation)),
        transports: ['internal'],
      })
    },
    /** Returns the response to a sign-in challenge. */
    authenticate(ceremony: Ceremony) {
      const client = clientData('webauthn.get', ceremony)
      const data = authenticatorData(ceremony.rpId, 0x05)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(signature),
      })
    },
  }
}
