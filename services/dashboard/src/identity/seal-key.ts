import { formatLoginCode } from '@atrium/contracts'

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

export interface ComputerKey {
  /** The code that the terminal shows, too. */
  code: string
  /** Encrypts a secret so that this login alone opens it; base64url. */
  seal(secret: string): Promise<string>
}

/** Reads the public key of the address (SPKI in base64url). Throws for anything else, and without a secure origin. */
export async function readComputerKey(text: string): Promise<ComputerKey> {
  const spki = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  return {
    code: formatLoginCode(new Uint8Array(await crypto.subtle.digest('SHA-256', spki))),
    async seal(secret) {
      const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(secret))
      const base64 = btoa(String.fromCharCode(...new Uint8Array(sealed)))
      return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    },
  }
}
