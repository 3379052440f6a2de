import { toSettledChannels } from '@atrium/contracts'
import type { Sandbox } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../newcomer/draw-png.ts'
import { type Publisher, startPublisher } from './publisher.ts'

let publisher: Publisher
let sandbox: Sandbox
let client: Client
beforeAll(async () => {
  publisher = await startPublisher('media', { VIDEONET_UPLOAD_TRANSPORT: 'relay' })
  sandbox = publisher.sandbox
  client = publisher.client
})
afterAll(() => publisher?.stop())

/** Returns the first bytes of an MP4 file. */
function film(bytes: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes).fill(7)
  const view = new DataView(file.buffer)
  view.setUint32(0, 32)
  file.set(new TextEncoder().encode('ftypisom\0\0\x02\0isomiso2avc1mp41'), 4)
  view.setUint32(32, bytes - 32)
  file.set(new TextEncoder().encode('mdat'), 36)
  return file
}

test('publishes a picture with its first comment on the photo network, which fetches it from our public lane', async () => {
  const picker = (await publisher.consent('photonet')).get('picker') ?? ''
  const params = { network: 'photonet', id: picker }
  const { pages } = await client.connect.getPicker({ params })
  expect(pages.map(({ name }) => name)).toEqual(['harbour.bakery', 'night.market'])
  const body = { pageId: pages[0]?.id ?? '' }
  const [channel] = toSettledChannels(await client.connect.settlePicker({ params, body }))
  const channelId = channel?.id ?? ''
  const image = await client.assets.upload(drawPng(64), { fileName: 'bread.png' })
  const post = {
    platform: 'photonet' as const,
    channelId,
    media: [image.url],
    firstComment: 'Open at seven',
  }
  const card = await client.cards.create({ body: { kind: 'post', body: 'Fresh bread', post } })
  expect(await client.posts.publishAndWatch(card.id)).toMatchObject({ card: { status: 'posted' } })
  const [account] = sandbox.photonet.accounts
  await eventually(() =>
    expect(account?.posts[0]?.comments).toMatchObject([{ text: 'Open at seven' }]),
  )
  // The network accepts only JPEG, so it fetches a PNG as JPEG.
  const items = [{ url: `${image.url}?format=jpeg` }]
  expect(account?.posts).toMatchObject([{ caption: 'Fresh bread', items }])
})

test('uploads a video to the video platform from our library, or from the browser through the API', async () => {
  const channelId = (await publisher.consent('videonet')).get('connected') ?? ''
  const stored = await client.assets.upload(new Blob([film(400_000)]), { fileName: 'film.mp4' })
  const draft = (title: string, more: { media?: string[]; fields?: object }) =>
    client.cards.create({
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
  const upload = await client.connect.uploadVideo(new Blob([bytes]), {
    channelId,
    title: 'From the browser',
  })
  const second = await draft('From the browser', { fields: { videoId: upload.videoId } })
  expect(await client.posts.publishAndWatch(second.id)).toMatchObject({
    card: { status: 'posted' },
  })
  expect(sandbox.videonet.videos).toMatchObject([
    { title: 'From the library', privacy: 'public', bytes: 400_000 },
    { title: 'From the browser', privacy: 'public', bytes: bytes.length, id: upload.videoId },
  ])
})
