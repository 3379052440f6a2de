import { createHook } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buildAssetKey, parseAssetKey } from '@atrium/asset-key'
import { putBlob, toBytes } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

/** Records the service's work: store calls, statements, and input and output. */
const work: string[] = []
// Node's asynchronous resource types for I/O. Types of the request's own connection are left out.
const io = createHook({
  init(_id, type) {
    if (
      /^(?:FS|DIR|GETADDR|GETNAME|QUERY|PIPE|PROCESS|UDP|ZLIB|WORKER|MESSAGEPORT|TCPCONNECT)/.test(
        type,
      )
    ) {
      work.push(type)
    }
  },
})

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({
    wrap: (store) =>
      new Proxy(store, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function') return member
          return (...args: unknown[]) => {
            work.push(`store.${String(name)}(${args.map(buildForm)})`)
            return Reflect.apply(member, target, args)
          }
        },
      }),
    onQuery: (text) => work.push(text),
  })
  io.enable()
})
afterAll(async () => {
  io.disable()
  await harness.stop()
})

const buildForm = (argument: unknown): string =>
  typeof argument === 'string' && parseAssetKey(argument) !== undefined ? 'a key' : String(argument)

/**
 * Returns everything that could tell two rejections apart, except the request id and the time in
 * seconds.
 */
async function readRefusal(
  key: string,
  headers: Record<string, string>,
): Promise<{ bytes: string; work: string[] }> {
  const socket = connect(harness.port, '127.0.0.1')
  await once(socket, 'connect')
  work.length = 0
  const sent = { host: 'localhost', connection: 'close', ...headers }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /api/assets/${key} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const answer = Buffer.concat(await socket.toArray()).toString('latin1')
  const id = /^x-request-id: (\S+)/im.exec(answer)?.[1] ?? ''
  expect(id).not.toBe('')
  return {
    bytes: answer.replaceAll(id, 'id'.padEnd(id.length)).replace(/^date: .*$/im, 'date'),
    work: [...work],
  }
}

describe('missing, foreign, malformed and retired keys', () => {
  const orgId = newId('org')
  const keys: Record<string, string> = {}
  beforeAll(async () => {
    const priv = buildAssetKey({ orgId, visibility: 'priv', extension: 'png' })
    await putBlob(harness.deps.store, priv, toBytes(randomBytes(10)))
    const uuid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
    await mkdir(join(harness.directory, orgId), { recursive: true })
    await writeFile(join(harness.directory, `${uuid}.png`), 'retired')
    await writeFile(join(harness.directory, orgId, `${uuid}.png`), 'retired')
    Object.assign(keys, {
      foreign: priv,
      'missing and private': buildAssetKey({ orgId, visibility: 'priv', extension: 'png' }),
      'missing and public': buildAssetKey({ orgId, visibility: 'pub', extension: 'png' }),
      'of an unknown org': buildAssetKey({
        orgId: newId('org'),
        visibility: 'pub',
        extension: 'png',
      }),
      'foreign in the other lane': priv.replace('/priv/', '/pub/'),
      'retired without an org': `${uuid}.png`,
      'retired without a lane': `${orgId}/${uuid}.png`,
      'of an unknown lane': `${orgId}/private/${uuid}.png`,
      'in upper case': priv.toUpperCase(),
      'of an extension in upper case': priv.replace('png', 'PNG'),
      'of an unknown extension': priv.replace('.png', '.svg'),
      'with escaped slashes': priv.replaceAll('/', '%2F'),
      'with a slash at the end': `${priv}/`,
      'with NUL at the end': `${priv}%00`,
      'with a dot segment': `./${priv}`,
      'with a parent segment': `${orgId}/pub/../priv/${priv.split('/')[2]}`,
      'of escaped parent segments': `..%2f..%2fetc%2fpasswd`,
      'outside of the store': '../../../../etc/passwd',
      'of a lane alone': `${orgId}/priv/`,
      'of five thousand letters': `${orgId}/priv/${'x'.repeat(5000)}`,
      empty: '',
    })
  })

  it.each(['nobody', 'a member of another org', 'a person without an org'])(
    'returns the same bytes for %s after the same calls, statements and I/O',
    async (caller) => {
      const headers =
        caller === 'nobody' ? {} : await harness.as(caller.includes('member') ? newId('org') : null)
      const missing = await readRefusal(keys['missing and public'] ?? '', headers)
      expect(missing.bytes).toMatch(/^HTTP\/1\.1 404 .*"code":"not_found"/s)
      expect(missing.work.filter((step) => step.startsWith('store.'))).toEqual([
        'store.open(a key)',
      ])
      expect(missing.work.some((step) => step.startsWith('FS'))).toBe(true)
      for (const [name, key] of Object.entries(keys)) {
        expect(await readRefusal(key, headers), name).toEqual(missing)
      }
    },
  )
})
