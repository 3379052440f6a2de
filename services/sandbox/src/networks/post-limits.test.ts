import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brokenPostRules, type Platform, type PostContent, platformRules } from '@atrium/contracts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { forumCall } from './forumnet/forum-routes.ts'
import { graphCall } from './pagenet/graph-routes.ts'
import { photonetCall } from './photonet/photonet-routes.ts'
import { initializeUpload, receivePart } from './pronet/pronet-media.ts'
import { createComment, createPost as createPronetPost } from './pronet/pronet-posts.ts'
import { Refusal } from './refusal.ts'
import { initialize } from './shortpost/shortpost-media.ts'
import { createPost as createShortPost } from './shortpost/shortpost-posts.ts'
import { videonetCall } from './videonet/videonet-routes.ts'

type Network = Exclude<Platform, 'email'>
interface Sent {
  title: string
  text: string
}
/** What a stand-in is sent, in its own words. Each call throws a `Refusal` if the stand-in does not take it. */
interface Sender {
  post(sent: Sent): unknown
  comment(text: string): unknown
  picture?(contentType: string, bytes: number): unknown
  video?(bytes: number): unknown
}

let sandbox: Sandbox
let files: Server
let origin: string
let served: { type: string; body: Buffer; stated?: number }
beforeAll(async () => {
  sandbox = await startSandbox()
  files = createServer((_, response) => {
    const { type, body, stated = body.length } = served
    response.writeHead(200, { 'content-type': type, 'content-length': stated }).end(body)
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
})
afterAll(async () => {
  await sandbox.stop()
  files.closeAllConnections()
  files.close()
})

const serve = (type: string, bytes: number) => {
  served = { type, body: Buffer.alloc(bytes, 'x') }
}
const sendToPhotonet = async (values: object, path?: string) => {
  const { photonet } = sandbox
  const account = photonet.accounts[0] ?? photonet.link('1001', 'a')
  const token = photonet.giveToken({ kind: 'user' })
  const call = {
    method: 'POST',
    base: '',
    token,
    path: path ?? `/${account.id}/media`,
    values: { ...values },
  }
  return (await photonetCall(photonet, call)).body as { id: string }
}
const publishPhoto = async () => {
  serve('image/jpeg', 10)
  const { id } = await sendToPhotonet({ image_url: origin })
  const account = sandbox.photonet.accounts[0]
  return sendToPhotonet({ creation_id: id }, `/${account?.id}/media_publish`)
}
const sendToPage = async (edge: string, values: object, id = '1001') => {
  const token = sandbox.pagenet.giveToken({
    kind: 'page',
    pageId: '1001',
    permissions: ['pages_manage_posts', 'pages_manage_engagement'],
  })
  const call = { method: 'POST', base: '', token, path: `/${id}/${edge}`, values: { ...values } }
  for (const page of sandbox.pagenet.pages) page.usage = 0
  return (await graphCall(sandbox.pagenet, call)).body as { id: string }
}
const sendToForum = (path: string, form: Record<string, string>) =>
  forumCall(sandbox.forumnet, {
    method: 'POST',
    path,
    query: {},
    author: 'harbour_bakery',
    scopes: ['submit'],
    site: sandbox.url,
    now: new Date(),
    form: new Map(Object.entries({ api_type: 'json', ...form })),
  })
const uploadToForum = async (type: string, bytes: number): Promise<void> => {
  sendToForum('/api/media/asset.json', { filepath: 'a', mimetype: type })
  const key = [...sandbox.forumnet.uploads.keys()].at(-1) ?? ''
  const form = new FormData()
  for (const [name, value] of Object.entries({ key, policy: 'sandbox', 'x-amz-signature': key })) {
    form.set(name, value)
  }
  form.set('file', new File([Buffer.alloc(bytes)], 'a', { type }))
  const response = await fetch(`${sandbox.url}/forumnet/media`, { method: 'POST', body: form })
  if (!response.ok) throw new Refusal(response.status, {})
}
const member = 'urn:li:person:1'
const pronetPost = (commentary: string) =>
  createPronetPost(
    sandbox.pronet,
    member,
    {
      author: member,
      commentary,
      visibility: 'PUBLIC',
      lifecycleState: 'PUBLISHED',
      distribution: { feedDistribution: 'MAIN_FEED' },
    },
    new Date(),
  )
const channel = () => {
  const [first] = sandbox.videonet.channels
  if (first === undefined) throw new Error('no channel')
  return first
}
const video = () => {
  const details = { title: 'A', description: '', categoryId: '22', privacy: 'public', comments: [] }
  const made = {
    id: 'video',
    channelId: channel().id,
    bytes: 1,
    sha256: '',
    createdAt: new Date(),
    ...details,
  }
  sandbox.videonet.videos.push(made)
  return made.id
}
const initializePronet = (kind: 'image' | 'video', more: object) =>
  initializeUpload(sandbox.pronet, {
    member,
    kind,
    sent: { initializeUploadRequest: { owner: member, ...more } },
    uploads: '',
  }) as { value: { image: string } }

const senders: Readonly<Record<Network, Sender>> = {
  photonet: {
    post: ({ text }) => {
      serve('image/jpeg', 10)
      return sendToPhotonet({ image_url: origin, caption: text })
    },
    comment: async (message) =>
      sendToPhotonet({ message }, `/${(await publishPhoto()).id}/comments`),
    picture: (contentType, bytes) => {
      serve(contentType, bytes)
      return sendToPhotonet({ image_url: origin })
    },
  },
  pagenet: {
    post: ({ text }) => sendToPage('feed', { message: text }),
    comment: async (message) =>
      sendToPage('comments', { message }, (await sendToPage('feed', { message: 'Hello' })).id),
    picture: (type, bytes) =>
      sendToPage('photos', { source: new Blob([Buffer.alloc(bytes)], { type }) }),
    video: (bytes) => sendToPage('videos', { upload_phase: 'start', file_size: bytes }),
  },
  shortpost: {
    post: ({ text }) => createShortPost(sandbox.shortpost, '1', { text }, new Date()),
    comment(text) {
      const { id } = createShortPost(
        sandbox.shortpost,
        '1',
        { text: `post ${Math.random()}` },
        new Date(),
      )
      return createShortPost(
        sandbox.shortpost,
        '1',
        { text, reply: { in_reply_to_tweet_id: id } },
        new Date(),
      )
    },
    picture: (media_type, total_bytes) => {
      const about = { media_type, total_bytes, media_category: 'tweet_image' }
      return initialize(sandbox.shortpost, '1', about, new Date())
    },
    video: (total_bytes) => {
      const about = { media_type: 'video/mp4', total_bytes, media_category: 'tweet_video' }
      return initialize(sandbox.shortpost, '1', about, new Date())
    },
  },
  pronet: {
    post: ({ text }) => pronetPost(text),
    comment: (text) => {
      const { urn } = pronetPost(`post ${Math.random()}`)
      return createComment(sandbox.pronet, {
        member,
        urn,
        sent: { actor: member, object: urn, message: { text } },
        now: new Date(),
      })
    },
    picture: (contentType, bytes) =>
      receivePart(sandbox.pronet, {
        urn: initializePronet('image', {}).value.image,
        part: 0,
        bytes,
        contentType,
      }),
    // The announced parts of a video above the limit are never made.
    video: (bytes) => initializePronet('video', { fileSizeBytes: bytes }),
  },
  videonet: {
    post: ({ title, text }) =>
      videonetCall(sandbox.videonet, channel(), {
        method: 'PUT',
        path: '/videos',
        query: { part: 'snippet,status' },
        body: { id: video(), snippet: { title, description: text }, status: {} },
      }),
    comment: (text) =>
      videonetCall(sandbox.videonet, channel(), {
        method: 'POST',
        path: '/commentThreads',
        query: { part: 'snippet' },
        body: {
          snippet: { videoId: video(), topLevelComment: { snippet: { textOriginal: text } } },
        },
      }),
  },
  forumnet: {
    post: ({ title, text }) =>
      sendToForum('/api/submit', { sr: forumName(), kind: 'self', title, text }),
    comment: (text) => {
      sendToForum('/api/submit', { sr: forumName(), kind: 'self', title: 'A' })
      return sendToForum('/api/comment', {
        thing_id: sandbox.forumnet.posts.at(-1)?.name ?? '',
        text,
      })
    },
    picture: (type, bytes) => uploadToForum(type, bytes),
  },
}

/** A forum that takes every kind of post from everybody. */
const forumName = (): string => sandbox.forumnet.addForum('open').name

async function isTaken(send: () => unknown): Promise<boolean> {
  try {
    await send()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const networks = Object.keys(senders) as Network[]
const titleOn = (network: Network): string =>
  platformRules[network].title === null ? '' : 'A title'
const passes = (network: Network, path: string, more: Partial<PostContent>): boolean => {
  const post: PostContent = {
    platform: network,
    title: titleOn(network),
    body: 'Hello',
    link: null,
    linkHandling: 'keep',
    media: [],
    firstComment: null,
    fields: { subreddit: 'open' },
    ...more,
  }
  return !brokenPostRules(post).some((broken) => broken.path === path)
}
/**
 * Texts of one letter, of one with two bytes, and of one that weighs two: at the limit and one
 * above.
 */
const textsAround = (max: number): string[] =>
  ['a', 'ä', '日'].flatMap((letter) =>
    [max, max + 1, Math.floor(max / 2), Math.floor(max / 2) + 1].map((length) =>
      letter.repeat(length),
    ),
  )
const shorten = (text: string): string => `${text.slice(0, 1)} × ${text.length}`

describe.each(networks)('the stand-in of %s', (network) => {
  const { body, title, comment, media } = platformRules[network]
  const sender = senders[network]

  test('refuses a text when the rules refuse it', async () => {
    for (const text of [...textsAround(body.max), 'a <b> c', '   ', 'Hello']) {
      // A stand-in takes no text twice.
      sandbox.pronet.posts.splice(0)
      sandbox.shortpost.posts.splice(0)
      const taken = await isTaken(() => sender.post({ title: titleOn(network), text }))
      expect([shorten(text), taken]).toEqual([
        shorten(text),
        passes(network, 'body', { body: text }) || hasFile(network, text),
      ])
    }
  })

  // A network without titles, pictures or videos has no rule for them.
  const { picture, video } = sender
  if (title !== null)
    test('refuses a title when the rules refuse it', async () => {
      for (const text of [...textsAround(title.max), 'a <b> c', ' ']) {
        const taken = await isTaken(() => sender.post({ title: text, text: 'Hello' }))
        expect([shorten(text), taken]).toEqual([
          shorten(text),
          passes(network, 'title', { title: text }),
        ])
      }
    })

  test('refuses a comment when the rules refuse it', async () => {
    for (const text of textsAround(comment.max)) {
      const taken = await isTaken(() => sender.comment(text))
      const allowed = passes(network, 'post.firstComment', { firstComment: text })
      expect([shorten(text), taken]).toEqual([shorten(text), allowed])
    }
  })

  if (picture !== undefined)
    test('refuses a picture when its type or size is not in the rules', async () => {
      const { types, maxBytes } = media.pictures ?? { types: [], maxBytes: 0 }
      for (const type of ['jpeg', 'png', 'webp', 'gif', 'avif']) {
        for (const bytes of [1_000, maxBytes, maxBytes + 1]) {
          const taken = await isTaken(() => picture(`image/${type}`, bytes))
          expect([type, bytes, taken]).toEqual([
            type,
            bytes,
            types.includes(type) && bytes <= maxBytes,
          ])
        }
      }
    })

  if (video !== undefined)
    test('refuses a video when it is larger than the rules say', async () => {
      const { maxBytes } = media.videos ?? { maxBytes: 0 }
      for (const bytes of [1_000, maxBytes, maxBytes + 1]) {
        expect([bytes, await isTaken(() => video(bytes))]).toEqual([bytes, bytes <= maxBytes])
      }
    })
})

/** True if the stand-in gets a picture with an empty text, which is enough. The rules are asked about a post without one. */
const hasFile = (network: Network, text: string): boolean =>
  network === 'photonet' && text.trim() === ''

test('refuses the shapes that the photonet rules refuse, and a large video', async () => {
  const { photonet } = platformRules
  for (const [width, height] of [
    [800, 1_000],
    [790, 1_000],
    [1_000, 1_000],
    [1_910, 1_000],
    [1_930, 1_000],
  ] as const) {
    const picture = sharp({ create: { width, height, channels: 3, background: '#c85028' } })
    served = { type: 'image/jpeg', body: await picture.jpeg().toBuffer() }
    const url = 'https://x.example/api/assets/org_1/pub/a.jpg'
    const post: PostContent = {
      platform: 'photonet',
      title: '',
      body: '',
      link: null,
      linkHandling: 'keep',
      media: [url],
      firstComment: null,
      fields: {},
    }
    const broken = brokenPostRules(
      post,
      new Map([[url, { bytes: 1, width, height, durationMs: null }]]),
    )
    const taken = await isTaken(() => sendToPhotonet({ image_url: origin }))
    expect([width, height, taken]).toEqual([width, height, broken.length === 0])
  }
  served = {
    type: 'video/mp4',
    body: Buffer.from('x'),
    stated: (photonet.media.videos?.maxBytes ?? 0) + 1,
  }
  const { id } = await sendToPhotonet({ media_type: 'REELS', video_url: origin })
  await expect.poll(() => sandbox.photonet.containers.get(id)?.status).toBe('ERROR')
})

/** Returns an MP4 that states this duration and no more. */
function buildMovie(seconds: number): Buffer {
  const header = Buffer.alloc(116)
  header.writeUInt32BE(116, 0)
  header.write('moov', 4, 'latin1')
  header.writeUInt32BE(108, 8)
  header.write('mvhd', 12, 'latin1')
  header.writeUInt32BE(1_000, 28)
  header.writeUInt32BE(seconds * 1_000, 32)
  return header
}

test('refuses a video on photonet when its length breaks the rules', async () => {
  for (const seconds of [1, 3, 900, 901]) {
    served = { type: 'video/mp4', body: buildMovie(seconds) }
    const { id } = await sendToPhotonet({ media_type: 'REELS', video_url: origin })
    const status = seconds === 3 || seconds === 900 ? 'FINISHED' : 'ERROR'
    await expect.poll(() => sandbox.photonet.containers.get(id)?.status).toBe(status)
  }
})
