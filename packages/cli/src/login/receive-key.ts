import { createHash, type webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatLoginCode } from '@atrium/contracts'
import { CommandError } from '../command.ts'

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

/** The key pair of one login. Only this process can decrypt what the dashboard encrypts. */
export interface LoginKeys {
  /** The public key (SPKI) in base64url. */
  publicKey: string
  /**
   * A short code of the public key that the user compares on the page and in the terminal, for
   * example `K7QF-2MXA`.
   */
  code: string
  /**
   * Decrypts the API key from a base64url response. Undefined if the response was not made for this
   * pair.
   */
  open(answer: string): Promise<string | undefined>
}

/** Generates a login's key pair. */
export async function drawLoginKeys(): Promise<LoginKeys> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) },
    false,
    ['encrypt', 'decrypt'],
  )
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', publicKey))
  return {
    publicKey: spki.toString('base64url'),
    code: formatLoginCode(createHash('sha256').update(spki).digest()),
    open: (answer) => open(answer, privateKey),
  }
}

async function open(answer: string, key: webcrypto.CryptoKey): Promise<string | undefined> {
  const sealed = Buffer.from(answer.trim(), 'base64url')
  const opened = await crypto.subtle.decrypt(algorithm, key, sealed).catch(() => undefined)
  const text = opened === undefined ? '' : Buffer.from(opened).toString('utf8')
  return /^atr_[\x21-\x7e]{8,200}$/.test(text) ? text : undefined
}

export interface Listener {
  port: number
  /**
   * The first response that decrypts. Rejects if the signal aborts, and with a CommandError on
   * timeout.
   */
  answered: Promise<string>
  close(): void
}

/**
 * Waits ten minutes for the browser to call `?answer=`. Ignores a wrong one because any page may
 * send one.
 */
export async function listenForKey(
  keys: Pick<LoginKeys, 'open'>,
  signal?: AbortSignal,
  withinMs = 600_000,
): Promise<Listener> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const server = createServer(async (request, response) => {
    const { port } = server.address() as AddressInfo
    const answer = readCode(request, `127.0.0.1:${port}`)
    const key = answer === undefined ? undefined : await keys.open(answer).catch(() => undefined)
    show(response, key !== undefined)
    if (key !== undefined) resolve(key)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timeout = setTimeout(
    () =>
      reject(
        new CommandError(
          'The dashboard did not confirm the login in time. Run atrium login again.',
        ),
      ),
    withinMs,
  )
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  promise.catch(() => undefined)
  return {
    port: (server.address() as AddressInfo).port,
    answered: promise,
    close: () => {
      clearTimeout(timeout)
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * Returns the sealed key from a request to this listener's own host name. Undefined for any other
 * request.
 */
function readCode(
  { method, url = '', headers }: IncomingMessage,
  host: string,
): string | undefined {
  if (method !== 'GET' || headers.host !== host || !url.startsWith('/?')) return undefined
  return new URLSearchParams(url.slice(2)).get('answer') ?? undefined
}

function show(response: ServerResponse, done: boolean): void {
  const [title, text] = done
    ? ['This computer is signed in', 'You can close this window and go on in the terminal.']
    : ['This is not the answer to a login', 'Run atrium login again.']
  response
    .writeHead(done ? 200 : 400, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    .end(
      `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>${title}</title><body style="font:16px/1.5 system-ui;max-width:30rem;margin:20vh auto;padding:0 1rem"><h1 style="font-size:1.3rem">${title}</h1><p>${text}</p>`,
    )
}
