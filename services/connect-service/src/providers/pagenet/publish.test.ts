import { expect, test } from 'vitest'
import type { NetworkCall } from '../../network/call-network.ts'
import { isStreamed } from '../../network/streamed-body.ts'
import { createGraph } from '../graph/graph-client.ts'
import type { OutgoingMedia } from '../provider.ts'
import { pagenetPublishing } from './publish.ts'

const calls: NetworkCall[] = []
const deps = {
  client: {
    async call(call: NetworkCall) {
      calls.push(call)
      return { status: 200, headers: {}, json: { id: `${calls.length}` } }
    },
  },
  noteUsage: async () => {},
  now: () => new Date(),
}
const image: OutgoingMedia = {
  contentType: 'image/png',
  name: 'a.png',
  url: 'https://assets.example/a.png',
  size: 4,
  altText: 'A loaf',
  read: async (start, end) => new Uint8Array(end - start),
}

test('sends the Page token in the body of every call of an image post', async () => {
  const graph = createGraph('https://graph.example/v25.0', [], deps)
  const { publish } = pagenetPublishing(graph, {
    ...deps,
    apiUrl: 'https://api.example',
    publishMs: 1_000,
    holdMail: (_, work) => work(),
  })
  const post = {
    title: '',
    text: 'Open',
    previewLink: null,
    media: [image],
    fields: {},
    progress: { recall: async () => undefined, keep: async () => {} },
  }
  await publish?.({ accountId: '77', accessToken: 'token-of-the-page' }, post)
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    'POST /v25.0/77/photos',
    'POST /v25.0/77/feed',
  ])
  const [photo, feed] = calls.map(({ body }) => body)
  expect(photo && isStreamed(photo) ? photo.fields : []).toEqual([
    ['access_token', 'token-of-the-page'],
    ['published', 'false'],
    ['alt_text_custom', 'A loaf'],
  ])
  expect(feed).toMatchObject({
    access_token: 'token-of-the-page',
    attached_media: [{ media_fbid: '1' }],
  })
})
