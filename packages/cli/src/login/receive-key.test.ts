import { webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { drawLoginKeys, listenForKey } from './receive-key.ts'

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

/** Seals a secret the way the dashboard's page does. */
async function sealFor(publicKey: string, secret: string): Promise<string> {
  const spki = Buffer.from(publicKey, 'base64url')
  const key = await webcrypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  return Buffer.from(await webcrypto.subtle.encrypt(algorithm, key, Buffer.from(secret))).toString(
    'base64url',
  )
}

test("opens a response only with its login's key pair and only if it holds an API key", async () => {
  const [keys, others] = await Promise.all([drawLoginKeys(), drawLoginKeys()])
  const answer = await sealFor(keys.publicKey, 'atr_0123456789')
  expect(await keys.open(` ${answer}\n`)).toBe('atr_0123456789')
  expect(await others.open(answer)).toBeUndefined()
  expect(await keys.open(await sealFor(keys.publicKey, 'rm -rf'))).toBeUndefined()
  expect(await keys.open('nonsense')).toBeUndefined()
  expect(keys.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  expect(others.code).not.toBe(keys.code)
})

test('keeps waiting when a response belongs to another login', async () => {
  const keys = await drawLoginKeys()
  const listener = await listenForKey(keys)
  try {
    const ask = (path: string) => fetch(`http://127.0.0.1:${listener.port}${path}`)
    expect((await ask('/')).status).toBe(400)
    expect((await ask('/?answer=AAAA')).status).toBe(400)
    expect((await ask('/elsewhere?answer=AAAA')).status).toBe(400)
    expect((await ask('//')).status).toBe(400)
    expect((await ask('//[?answer=AAAA')).status).toBe(400)
    const answer = await sealFor(keys.publicKey, 'atr_0123456789')
    const rebound = get(`http://127.0.0.1:${listener.port}/?answer=${answer}`, {
      headers: { host: `evil.example:${listener.port}` },
    })
    const [refused] = (await once(rebound, 'response')) as [IncomingMessage]
    refused.resume()
    expect(refused.statusCode).toBe(400)
    const page = await ask(`/?answer=${answer}`)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('atr_')
    expect(await listener.answered).toBe('atr_0123456789')
  } finally {
    listener.close()
  }
})

test('stops waiting when the user stops the command', async () => {
  const stop = new AbortController()
  const listener = await listenForKey({ open: async () => undefined }, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(listener.answered).rejects.toThrow('stopped')
  listener.close()
})

test('ends the login with a timeout when nobody responds', async () => {
  const listener = await listenForKey({ open: async () => undefined }, undefined, 1)
  await expect(listener.answered).rejects.toThrow('Run atrium login again')
  listener.close()
})
