import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildAssetKey } from '@atrium/asset-key'
import { bytesOf, putBlob } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
/** The store's operations since the last look. */
const calls: string[] = []
beforeAll(async () => {
  harness = await startHarness({
    wrap: (store) =>
      new Proxy(store, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function') return member
          return (...args: unknown[]) => {
            calls.push(String(name))
            return Reflect.apply(member, target, args)
          }
        },
      }),
  })
})
afterAll(() => harness.stop())

async function putPrivate(orgId: string): Promise<string> {
  const key = buildAssetKey({ orgId, visibility: 'priv', extension: 'png' })
  await putBlob(harness.deps.store, key, bytesOf(randomBytes(10)))
  return key
}
const get = (key: string) => harness.send('GET', `/api/assets/${key}`)

describe('what nobody may tell apart', () => {
  it('answers refused, missing, malformed and retired keys with one and the same 404', async () => {
    const orgId = newId('org')
    const priv = await putPrivate(orgId)
    const uuid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
    await writeFile(join(harness.directory, `${uuid}.png`), 'retired')
    await writeFile(join(harness.directory, orgId, `${uuid}.png`), 'retired')
    const keys = [
      priv,
      buildAssetKey({ orgId, visibility: 'priv', extension: 'png' }),
      buildAssetKey({ orgId, visibility: 'pub', extension: 'png' }),
      buildAssetKey({ orgId: newId('org'), visibility: 'pub', extension: 'png' }),
      priv.replace('/priv/', '/pub/'),
      `${uuid}.png`,
      `${orgId}/${uuid}.png`,
      `${orgId}/private/${uuid}.png`,
      priv.toUpperCase(),
      priv.replace('png', 'PNG'),
      priv.replace('.png', '.svg'),
      priv.replaceAll('/', '%2F'),
      `${priv}/`,
      `${priv}%00`,
      `./${priv}`,
      `${orgId}/pub/../priv/${priv.split('/')[2]}`,
      `..%2f..%2fetc%2fpasswd`,
      '../../../../etc/passwd',
      `${orgId}/priv/`,
      `${orgId}/priv/${'x'.repeat(5000)}`,
      '',
    ]
    const facts = async (answer: Answer) => ({
      status: answer.status,
      headers: { ...answer.headers, date: '', 'x-request-id': '' },
      body: { ...answer.json(), requestId: '' },
    })
    const [first, ...others] = await Promise.all(keys.map(async (key) => facts(await get(key))))
    expect(first).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const [i, other] of others.entries()) expect(other, keys[i + 1]).toEqual(first)
    const lengths = new Set(others.map((other) => other.headers['content-length']))
    expect(lengths).toEqual(new Set([first?.headers['content-length']]))
  })

  it('asks the store as much to refuse as to miss', async () => {
    const orgId = newId('org')
    const priv = await putPrivate(orgId)
    const missing = buildAssetKey({ orgId, visibility: 'priv', extension: 'png' })
    const callsFor = async (key: string) => {
      calls.length = 0
      await get(key)
      return [...calls]
    }
    const [refused, missed] = [await callsFor(priv), await callsFor(missing)]
    expect(refused).toEqual(missed)
    expect(await callsFor(priv.replace('/priv/', '/none/'))).toEqual(missed)
  })
})
