import { formatLoginCode } from '@atrium/contracts'

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

export interface ComputerKey {
  /** The code, also shown in the terminal. */
  code: string
  /** Encrypts a secret for this login only. Returns base64url. */
  seal(secret: string): Promise<string>
}

/**
 * Reads the public key from the address (SPKI in base64url). Throws if the text is no such key, or
 * if the page has no secure context.
 */
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
