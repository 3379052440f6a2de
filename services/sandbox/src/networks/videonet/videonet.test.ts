import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../start-sandbox.ts'

let sandbox: Sandbox
let token: string
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  token = sandbox.videonet.giveTokens().accessToken
})

const kib = 1_024
const resource = {
  snippet: { title: 'Bread', description: '' },
  status: { privacyStatus: 'private' },
}
const start = (
  body: unknown = resource,
  search = 'uploadType=resumable&part=snippet,status',
  more: object = {},
) =>
  fetch(`${sandbox.url}/videonet/upload/youtube/v3/videos?${search}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-upload-content-type': 'video/mp4',
      ...more,
    },
  })
const readReason = async (answer: Response): Promise<[number, string]> => {
  const { error } = (await answer.json()) as { error: { errors: { reason: string }[] } }
  return [answer.status, error.errors[0]?.reason ?? '']
}
const put = (address: string, range: string, bytes: number) =>
  fetch(address, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-range': range },
    redirect: 'manual',
  })

test.each([
  [undefined, 'part=snippet,status', {}, [400, 'missingRequiredParameter']],
  [undefined, 'uploadType=media&part=snippet', {}, [400, 'badRequest']],
  [undefined, 'uploadType=resumable&part=everything', {}, [400, 'unknownPart']],
  [{ ...resource, snippet: { title: '' } }, undefined, {}, [400, 'invalidTitle']],
  [{ ...resource, snippet: { title: 'x'.repeat(101) } }, undefined, {}, [400, 'invalidTitle']],
  [
    { ...resource, snippet: { title: 'A', description: 'ä'.repeat(2_501) } },
    undefined,
    {},
    [400, 'invalidDescription'],
  ],
  [
    { ...resource, status: { privacyStatus: 'secret' } },
    undefined,
    {},
    [400, 'invalidVideoMetadata'],
  ],
  [undefined, undefined, { 'x-upload-content-type': 'image/png' }, [400, 'mediaBodyRequired']],
  [undefined, undefined, { authorization: 'Bearer nobody' }, [401, 'authError']],
] as const)('rejects an upload of %j with %s and %j', async (body, search, more, expected) => {
  expect(await readReason(await start(body, search, more))).toEqual(expected)
})

test("accepts chunks in multiples of 256 KiB without a gap and returns a finished session's video again", async () => {
  const address = (await start()).headers.get('location') ?? ''
  expect((await put(address, 'bytes 0-99/600000', 100)).status).toBe(400)
  expect((await put(address, `bytes ${256 * kib}-${512 * kib - 1}/600000`, 256 * kib)).status).toBe(
    400,
  )
  const begun = await put(address, `bytes 0-${256 * kib - 1}/600000`, 256 * kib)
  expect([begun.status, begun.headers.get('range')]).toEqual([308, `bytes=0-${256 * kib - 1}`])
  expect((await put(address, 'bytes */600001', 0)).status).toBe(400)
  const done = await put(address, `bytes ${256 * kib}-599999/600000`, 600_000 - 256 * kib)
  const video = (await done.json()) as { id: string }
  expect(done.status).toBe(201)
  expect(await (await put(address, 'bytes */600000', 0)).json()).toMatchObject({ id: video.id })
  expect(sandbox.videonet.videos).toMatchObject([
    { id: video.id, bytes: 600_000, privacy: 'private' },
  ])
  expect((await put(`${address}x`, 'bytes */600000', 0)).status).toBe(404)
})

test('rejects a used-up quota, a missing permission and an account without a channel as the platform does', async () => {
  const list = () =>
    fetch(`${sandbox.url}/videonet/youtube/v3/channels?part=snippet&mine=true`, {
      headers: { authorization: `Bearer ${token}` },
    })
  sandbox.videonet.quota.used = sandbox.videonet.quota.limit
  expect(await readReason(await list())).toEqual([403, 'quotaExceeded'])
  sandbox.videonet.quota.used = 0
  const scope = 'https://www.googleapis.com/auth/youtube.upload'
  token = sandbox.videonet.giveTokens(undefined, [scope]).accessToken
  expect(await readReason(await list())).toEqual([403, 'insufficientPermissions'])
  token = sandbox.videonet.giveTokens('110000000000000000003').accessToken
  expect(await (await list()).json()).toMatchObject({ items: [] })
  expect(await readReason(await start())).toEqual([401, 'youtubeSignupRequired'])
})

test('lets a user exhaust the quota in a browser and resets it on a new day', async () => {
  const press = (what: string) =>
    fetch(`${sandbox.url}/videonet/quota`, {
      method: 'POST',
      body: new URLSearchParams({ do: what }),
    })
  expect(await (await press('use')).text()).toContain('10000 of 10000 units used')
  expect(await (await press('renew')).text()).toContain('0 of 10000 units used')
})
