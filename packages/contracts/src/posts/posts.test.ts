import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailRecipientsAtMost } from '../core/mail-recipients.ts'
import { composerUrlFor, MAX_COMPOSER_URL_LENGTH } from './composer.ts'
import { platformOfHost, platformRules, platforms } from './platforms.ts'
import { type PostContent, publishedParts } from './post-content.ts'
import { brokenPostRules } from './post-rules.ts'
import { weightedLength } from './text-length.ts'

const org = `org_${'1'.repeat(32)}`
const image = `https://atrium.example/api/assets/${org}/pub/3f6f1e0a-6a70-4c3e-9d55-6a8a5cf0f001.png`
const video = image.replace('.png', '.mp4')
const post = (overrides: Partial<PostContent> = {}): PostContent => ({
  platform: 'shortpost',
  title: '',
  body: 'Hello',
  link: null,
  linkHandling: 'keep',
  media: [],
  firstComment: null,
  fields: {},
  ...overrides,
})
const paths = (content: PostContent) => brokenPostRules(content).map((error) => error.path)

test.each<[string, number]>([
  ['see example.museum', 4 + 23],
  ['see example.photography/path?x=1', 4 + 23],
  ['see https://例え.jp', 4 + 23],
  ['no link: file.txt', 17],
  ['version 3.5 is fine', 19],
  ['mail me@example.com', 19],
  ['https://example.com.', 23 + 1],
  ['(https://example.com/a_(b))', 23 + 2],
  ['example.com,example.org', 23 + 1 + 23],
  ['#example.com', 12],
  ['ends with http://x', 18],
  ['한국어 text', 6 + 5],
  ['🇩🇪👍🏽', 4],
  ['½ – “quoted”', 12],
])('counts %s as the network does', (text, length) => {
  expect(weightedLength(text)).toBe(length)
})

test('counts a long text in pieces with the same result as in one piece', () => {
  const words = 'see https://example.com/path and 日本 👩‍👩‍👧 '
  expect(weightedLength(words.repeat(500))).toBe(500 * weightedLength(words))
  expect(weightedLength(`a${'b'.repeat(20_000)}`)).toBe(20_001)
})

test('weighs a link 23, an emoji sequence 2, a CJK letter 2 and a Latin letter 1', () => {
  expect(weightedLength('abc')).toBe(3)
  expect(weightedLength('日本')).toBe(4)
  expect(weightedLength('👩‍👩‍👧')).toBe(2)
  expect(weightedLength(`see https://example.com/${'x'.repeat(200)}`)).toBe(4 + 23)
  expect(weightedLength('e\u0301')).toBe(1)
})

test('accepts exactly the limit and rejects one more on every network', () => {
  for (const platform of platforms) {
    const { body, media, title } = platformRules[platform]
    const base = post({
      platform,
      title: title === null ? '' : 'A title',
      media: media.min === 0 ? [] : [media.kinds.includes('image') ? image : video],
      fields: { subreddit: 'r/test' },
      to: ['ada@example.com'],
    })
    expect(paths({ ...base, body: 'a'.repeat(body.max) }), platform).toEqual([])
    expect(paths({ ...base, body: 'a'.repeat(body.max + 1) }), platform).toEqual(['body'])
  }
})

test('requires one to ten media on photonet, and exactly one video and a title on videonet', () => {
  expect(paths(post({ platform: 'photonet' }))).toEqual(['post.media'])
  expect(paths(post({ platform: 'photonet', media: Array(10).fill(image) }))).toEqual([])
  expect(paths(post({ platform: 'photonet', media: Array(11).fill(image) }))).toEqual([
    'post.media',
  ])
  expect(paths(post({ platform: 'videonet', media: [image] }))).toEqual(['title', 'post.media'])
  expect(paths(post({ platform: 'videonet', title: 'T', media: [video] }))).toEqual([])
  const fields = { videoId: 'dQw4w9WgXcQ' }
  expect(paths(post({ platform: 'videonet', title: 'T', fields }))).toEqual([])
  expect(paths(post({ platform: 'videonet', title: 'T', fields, media: [video] }))).toEqual([
    'post.media',
  ])
  expect(paths(post({ platform: 'photonet', fields }))).toEqual(['post.media'])
  expect(paths(post({ platform: 'forumnet', title: 'T' }))).toEqual(['fields.subreddit'])
})

test('rejects a private file on every network that takes files', () => {
  for (const platform of platforms) {
    const media = [(platform === 'videonet' ? video : image).replace('/pub/', '/priv/')]
    const to = ['ada@example.com']
    expect(paths(post({ platform, title: 'T', fields: { subreddit: 'test' }, media, to }))).toEqual(
      ['post.media'],
    )
  }
})

test('limits a mail post to as many recipients as one mail', () => {
  const mail = post({ platform: 'email', title: 'Hello' })
  const to = (count: number) => Array.from({ length: count }, (_, at) => `guest${at}@example.com`)
  expect(paths({ ...mail, to: to(mailRecipientsAtMost) })).toEqual([])
  expect(paths({ ...mail, to: to(mailRecipientsAtMost + 1) })).toEqual(['post.to'])
  expect(paths(mail)).toEqual(['post.to'])
})

test('counts a kept link against the limit if the network carries it in the text', () => {
  const body = 'a'.repeat(280)
  expect(paths(post({ body, link: 'https://example.com/a' }))).toEqual(['body'])
  expect(paths(post({ body, link: 'https://example.com/a', linkHandling: 'reply' }))).toEqual([])
  expect(paths(post({ body: 'a'.repeat(256), link: 'https://example.com/a' }))).toEqual([])
})

test('accepts a preview card without a text if the network allows it', () => {
  const link = 'https://example.com/a'
  expect(paths(post({ platform: 'pagenet', body: '', link }))).toEqual([])
  expect(paths(post({ platform: 'pagenet', body: '', link, linkHandling: 'omit' }))).toEqual([
    'body',
  ])
  expect(paths(post({ platform: 'pagenet', body: ' ' }))).toEqual(['body'])
  expect(paths(post({ platform: 'pronet', body: '', link }))).toEqual(['body'])
})

test('leaves no link in the text for omit and reply, and puts it into the comment for reply', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...platforms),
      fc.constantFrom('omit' as const, 'reply' as const),
      fc.array(fc.constantFrom('a', ' ', '\n', 'https://example.com/a', 'é'), { maxLength: 12 }),
      fc.option(fc.string({ maxLength: 20 })),
      (platform, linkHandling, pieces, firstComment) => {
        const link = 'https://example.com/a'
        const parts = publishedParts(
          post({ platform, linkHandling, body: pieces.join(''), link, firstComment }),
        )
        expect(parts.text).not.toContain(link)
        expect(parts.previewLink).toBeNull()
        if (linkHandling === 'reply') expect(parts.comment).toContain(link)
        else expect(parts.comment).toBe(firstComment)
      },
    ),
  )
})

test('finds the network by host, alias or neutral name', () => {
  for (const platform of platforms) {
    expect(platformOfHost(platform)).toBe(platform)
    expect(platformOfHost(`WWW.${platformRules[platform].host}`)).toBe(platform)
  }
  expect(platformOfHost('evil-x.com')).toBeUndefined()
})

test('prefills a composer with text and link, never with media or a URL that is too long', () => {
  const prefilled = platforms.filter(
    (platform) => composerUrlFor(post({ platform, link: 'https://example.com/' })).url !== null,
  )
  expect(prefilled).toEqual(['pagenet', 'shortpost', 'pronet', 'forumnet'])
  const { url, cannotCarry } = composerUrlFor(
    post({
      body: 'Tom & Ana',
      link: 'https://example.com/a?b=1',
      media: [image],
      firstComment: 'first',
    }),
  )
  expect(url).toBe(
    'https://x.com/intent/post?text=Tom%20%26%20Ana&url=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1',
  )
  expect(cannotCarry).toEqual(['media', 'firstComment'])
  const sum = composerUrlFor(post({ platform: 'pronet', body: '1 + 1 = 2' })).url ?? ''
  expect(new URL(sum).search).toBe('?shareActive=true&text=1%20%2B%201%20%3D%202')
  expect(
    composerUrlFor(post({ platform: 'pagenet', link: 'https://example.com/' })).cannotCarry,
  ).toEqual(['body'])
  expect(composerUrlFor(post({ platform: 'photonet', media: [image] }))).toEqual({
    url: null,
    cannotCarry: ['body', 'media'],
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...platforms),
      fc.string({ maxLength: 3_000, unit: 'grapheme' }),
      fc.option(fc.webUrl()),
      fc.boolean(),
      (platform, body, link, withMedia) => {
        const composer = composerUrlFor(
          post({ platform, body, link, media: withMedia ? [image] : [] }),
        )
        if (composer.url !== null) {
          expect(composer.url.length).toBeLessThanOrEqual(MAX_COMPOSER_URL_LENGTH)
          expect(composer.url).not.toContain(encodeURIComponent('/api/assets/'))
        }
        expect(composer.cannotCarry.includes('media')).toBe(withMedia)
      },
    ),
  )
})

const broken = (platform: PostContent['platform'], more: Partial<PostContent>) =>
  paths(
    post({
      platform,
      title: 'A title',
      fields: platform === 'forumnet' ? { subreddit: 'bread' } : {},
      ...more,
    }),
  )
const file = (extension: string) => image.replace(/png$/, extension)

test('accepts a picture if the network takes it or it can become a JPEG', () => {
  for (const extension of ['jpg', 'png', 'webp', 'avif']) {
    for (const platform of ['photonet', 'shortpost', 'pagenet', 'pronet', 'forumnet'] as const) {
      expect([platform, extension, broken(platform, { media: [file(extension)] })]).toEqual([
        platform,
        extension,
        [],
      ])
    }
  }
  expect(broken('photonet', { media: [file('gif')] })).toEqual(['post.media'])
  expect(broken('shortpost', { media: [file('gif')] })).toEqual([])
})

test('refuses the shape of a picture when the network does not take it', () => {
  const known = (width: number, height: number) =>
    new Map([[image, { bytes: 1_000, width, height, durationMs: null }]])
  const shaped = (platform: PostContent['platform'], width: number, height: number) =>
    brokenPostRules(post({ platform, media: [image] }), known(width, height))
  for (const [width, height] of [
    [1_080, 1_350],
    [1_910, 1_000],
    // The JPEG of 3,200 × 4,000 pixels that is sent.
    [1_638, 2_048],
    [2_048, 1_072],
  ] as const) {
    expect([width, height, shaped('photonet', width, height)]).toEqual([width, height, []])
  }
  expect(shaped('photonet', 500, 1_000)).toEqual([
    {
      path: 'post.media',
      message:
        'File 1 is too tall: it has 500 × 1000 pixels. Crop it, because this network takes pictures from 0.8:1 to 1.91:1 (width to height)',
    },
  ])
  expect(shaped('photonet', 2_000, 1_000)[0]?.message).toContain('File 1 is too wide')
  expect(shaped('pagenet', 500, 1_000)).toEqual([])
  expect(brokenPostRules(post({ platform: 'photonet', media: [image] }))).toEqual([])
  const unread = new Map([[image, { bytes: 1_000, width: null, height: null, durationMs: null }]])
  expect(brokenPostRules(post({ platform: 'photonet', media: [image] }), unread)).toEqual([])
})

test('refuses a video when it is larger than the network takes', () => {
  const sized = (platform: PostContent['platform'], bytes: number) =>
    brokenPostRules(
      post({ platform, media: [video] }),
      new Map([[video, { bytes, width: null, height: null, durationMs: null }]]),
    )
  expect(sized('photonet', 300_000_000)).toEqual([])
  expect(sized('photonet', 300_000_001)).toEqual([
    {
      path: 'post.media',
      message: 'File 1 is a video of 301 MB. This network takes at most 300 MB',
    },
  ])
  expect(sized('pagenet', 400_000_000)).toEqual([])
})

test('refuses a video when the network does not take its length, width or shape', () => {
  const messages = (
    platform: PostContent['platform'],
    [width, height]: [number, number],
    seconds: number,
  ) =>
    brokenPostRules(
      post({ platform, title: 'A title', media: [video] }),
      new Map([[video, { bytes: 1_000, width, height, durationMs: seconds * 1_000 }]]),
    ).map(({ message }) => message)
  expect(messages('photonet', [1_080, 1_920], 3)).toEqual([])
  expect(messages('photonet', [1_080, 1_920], 900.05)).toEqual([])
  expect(messages('photonet', [1_080, 1_920], 2)).toEqual([
    'File 1 is a video of 2 seconds. This network takes at least 3 seconds',
  ])
  expect(messages('photonet', [1_080, 1_920], 930)).toEqual([
    'File 1 is a video of 15.5 minutes. This network takes at most 15 minutes',
  ])
  expect(messages('photonet', [3_840, 2_160], 10)).toEqual([
    'File 1 is a video with a width of 3840 pixels. This network takes at most 1920',
  ])
  expect(messages('shortpost', [3_840, 2_160], 140)).toEqual([])
  expect(messages('shortpost', [400, 1_300], 10)[0]).toContain(
    'takes videos from 0.33:1 to 3:1 (width to height)',
  )
  expect(messages('shortpost', [1_280, 720], 141)).toHaveLength(1)
  expect(messages('pronet', [1_280, 720], 1_801)).toHaveLength(1)
  expect(messages('pagenet', [1_280, 720], 1_801)).toEqual([])
})

test('refuses a second video when the network shows one', () => {
  for (const platform of ['pagenet', 'pronet'] as const) {
    expect([platform, broken(platform, { media: [video] })]).toEqual([platform, []])
    expect([platform, broken(platform, { media: [video, video] })]).toEqual([
      platform,
      ['post.media'],
    ])
  }
  expect(broken('photonet', { media: [video, video] })).toEqual([])
})

test('counts a kept link when the text carries it because the post has media', () => {
  const link = 'https://example.com/a'
  const full = (platform: PostContent['platform'], separator: number) => {
    const { max } = platformRules[platform].body
    return 'a'.repeat(max - link.length - separator)
  }
  for (const [platform, separator] of [
    ['pagenet', 1],
    ['pronet', 1],
    ['forumnet', 2],
  ] as const) {
    const body = full(platform, separator)
    expect([platform, broken(platform, { link, body, media: [image] })]).toEqual([platform, []])
    expect([platform, broken(platform, { link, body: `${body}a`, media: [image] })]).toEqual([
      platform,
      ['body'],
    ])
    expect([platform, broken(platform, { link, body: `${body}a` })]).toEqual([platform, []])
  }
})

test('counts the characters of a comment when the description is counted in bytes', () => {
  const content = { media: [file('mp4')], firstComment: 'ä'.repeat(10_000) }
  expect(broken('videonet', content)).toEqual([])
  expect(broken('videonet', { ...content, firstComment: `${content.firstComment}a` })).toEqual([
    'post.firstComment',
  ])
})

test('counts description bytes and rejects angle brackets on a video network', () => {
  const video = { media: [file('mp4')] }
  expect(broken('videonet', { ...video, body: 'ä'.repeat(2_500) })).toEqual([])
  expect(broken('videonet', { ...video, body: 'ä'.repeat(2_501) })).toEqual(['body'])
  expect(broken('videonet', { ...video, body: 'a <b>' })).toEqual(['body'])
  expect(broken('videonet', { ...video, title: 'Bread > cake' })).toEqual(['title'])
  expect(broken('shortpost', { title: '', body: 'a <b>' })).toEqual([])
})

test('checks each post of a thread like the first one, and only on networks with threads', () => {
  const long = 'a'.repeat(281)
  expect(paths(post({ thread: ['Two', 'a'.repeat(280), '語'.repeat(140)] }))).toEqual([])
  expect(paths(post({ thread: ['Two', long, ' '] }))).toEqual(['post.thread.1', 'post.thread.2'])
  expect(paths(post({ thread: Array(25).fill('Two') }))).toEqual(['post.thread'])
  for (const platform of ['pagenet', 'pronet'] as const)
    expect(paths(post({ platform, thread: ['Two'] }))).toEqual(['post.thread'])
  expect(composerUrlFor(post({ thread: ['Two'] })).cannotCarry).toContain('thread')
})
