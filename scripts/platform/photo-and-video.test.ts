import { type Sandbox, startSandbox } from '@atrium/sandbox'
import { type Client, createClient } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../newcomer/draw-png.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let sandbox: Sandbox
let platform: TestPlatform
let client: Client
/** The same person in a browser, who sees where each page sends them. */
let browser: Client
const withoutRedirects: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? answer : new Response(null, { headers: { location } })
}
const locationOf = (answer: Response): URL => new URL(answer.headers.get('location') ?? '')

beforeAll(async () => {
  sandbox = await startSandbox()
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port))
  platform = await startTestPlatform({
    ...(variables as Record<string, string>),
    VIDEONET_UPLOAD_TRANSPORT: 'relay',
  })
  const newcomer = await signUpNewcomer(platform.baseUrl, 'media')
  client = newcomer.client
  browser = createClient({ baseUrl: platform.baseUrl, fetch: withoutRedirects })
  await browser.auth.signIn({ email: newcomer.email, password: newcomer.password })
})
afterAll(async () => {
  await platform?.stop()
  await sandbox?.stop()
})

/** Goes through a network's consent page; answers where the dashboard is shown what became of it. */
async function connect(network: string): Promise<URLSearchParams> {
  const dialog = locationOf(await browser.request(`/api/connect/${network}/start`))
  const page = await (await fetch(dialog)).text()
  const form = new URLSearchParams({ decision: 'approve' })
  for (const [, scope = ''] of page.matchAll(/name="permission" value="([^"]+)"/g)) {
    form.append('permission', scope)
  }
  const back = locationOf(await fetch(dialog, { method: 'POST', body: form, redirect: 'manual' }))
  return locationOf(await browser.request(back.pathname + back.search)).searchParams
}

/** An MP4 file, as far as its first bytes tell. */
function film(bytes: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes).fill(7)
  const view = new DataView(file.buffer)
  view.setUint32(0, 32)
  file.set(new TextEncoder().encode('ftypisom\0\0\x02\0isomiso2avc1mp41'), 4)
  view.setUint32(32, bytes - 32)
  file.set(new TextEncoder().encode('mdat'), 36)
  return file
}

test('a picture goes to the photo network, which fetches it from our public lane, with its first comment', async () => {
  const picker = (await connect('photonet')).get('picker') ?? ''
  const params = { network: 'photonet', id: picker }
  const { pages } = await client.connect.getPicker({ params })
  expect(pages.map(({ name }) => name)).toEqual(['harbour.bakery', 'night.market'])
  const body = { pageId: pages[0]?.id ?? '' }
  const { id: channelId } = await client.connect.settlePicker({ params, body })
  const image = await client.assets.upload(drawPng(64), { fileName: 'bread.png' })
  const post = { platform: 'photonet' as const, channelId, media: [image.url], firstComment: 'Open at seven' }
  const card = await client.tasks.create({ body: { kind: 'post', body: 'Fresh bread', post } })
  expect(await client.posts.publishAndWatch(card.id)).toMatchObject({ card: { status: 'posted' } })
  const [account] = sandbox.photonet.accounts
  await eventually(() => expect(account?.posts[0]?.comments).toMatchObject([{ text: 'Open at seven' }]))
  expect(account?.posts).toMatchObject([{ caption: 'Fresh bread', items: [{ url: image.url }] }])
}, 60_000)

test('a video goes to the video platform from our library, or from the browser through the API', async () => {
  const channelId = (await connect('videonet')).get('connected') ?? ''
  const stored = await client.assets.upload(new Blob([film(400_000)]), { fileName: 'film.mp4' })
  const draft = (title: string, more: { media?: string[]; fields?: object }) =>
    client.tasks.create({
      body: {
        kind: 'post',
        title,
        body: 'From flour to bread',
        fields: { ...more.fields },
        post: { platform: 'videonet', channelId, media: more.media ?? [] },
      },
    })
  const first = await draft('From the library', { media: [stored.url] })
  expect(await client.posts.publishAndWatch(first.id)).toMatchObject({ card: { status: 'posted' } })

  const bytes = film(2_500_000)
  const upload = await client.connect.uploadVideo(new Blob([bytes]), { channelId, title: 'From the browser' })
  const second = await draft('From the browser', { fields: { videoId: upload.videoId } })
  expect(await client.posts.publishAndWatch(second.id)).toMatchObject({ card: { status: 'posted' } })
  expect(sandbox.videonet.videos).toMatchObject([
    { title: 'From the library', privacy: 'public', bytes: 400_000 },
    { title: 'From the browser', privacy: 'public', bytes: bytes.length, id: upload.videoId },
  ])
}, 60_000)
