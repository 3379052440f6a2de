import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject } from 'vitest'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

/** Creates a key pair as `atrium login` does. */
async function loginKeys() {
  const keys = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) },
    ...([false, ['encrypt', 'decrypt']] as const),
  )
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey)).toString(
    'base64url',
  )
  const open = async (answer: string) =>
    Buffer.from(
      await crypto.subtle.decrypt(algorithm, keys.privateKey, Buffer.from(answer, 'base64url')),
    ).toString()
  return { spki, open }
}

const whoHas = async (key: string): Promise<unknown> => {
  const answer = await fetch(`${inject('platform').url}/api/me`, { headers: { 'x-api-key': key } })
  return answer.json()
}

test('connects a computer: sends the key to the waiting terminal, or copies it if none waits', async ({
  page,
}) => {
  const { spki, open } = await loginKeys()
  const seen: URL[] = []
  const terminal = createServer((request, response) => {
    seen.push(new URL(request.url ?? '/', 'http://127.0.0.1'))
    response.end('Done')
  }).listen(0, '127.0.0.1')
  await once(terminal, 'listening')
  try {
    const person = await signUp(page)
    const { port } = terminal.address() as AddressInfo
    const query = { key: spki, name: 'laptop of Ada' }
    await page.goto(`/connect-computer?${new URLSearchParams(query)}`)
    await page.getByRole('heading', { name: 'Let this computer in?' }).waitFor()
    await page.getByText('laptop of Ada').waitFor()
    expect(await page.getByLabel('Code').textContent()).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    await expectFineInEveryLook(page, 'connect-computer')
    await page.getByRole('button', { name: 'The codes are the same: allow' }).click()
    const copied = (await page.getByLabel('Answer').textContent()) ?? ''
    expect(await whoHas(await open(copied))).toMatchObject({
      user: { email: person.email },
      via: 'api_key',
    })

    await page.goto(`/connect-computer?${new URLSearchParams({ ...query, port: String(port) })}`)
    await page.getByRole('button', { name: 'The codes are the same: allow' }).click()
    await page.getByText('Done').waitFor()
    const answer = seen.find(({ pathname }) => pathname === '/')?.searchParams.get('answer') ?? ''
    expect(answer).not.toContain('atr_')
    expect(await whoHas(await open(answer))).toMatchObject({ org: { role: 'member' } })

    await page.goto('/connect-computer?key=nonsense')
    await page.getByRole('heading', { name: 'This is not the address of a login' }).waitFor()
  } finally {
    terminal.close()
    terminal.closeAllConnections()
  }
})
