import { toSettledChannels } from '@atrium/contracts'
import { until } from '../../stories/story.ts'
import type { Seen } from '../seen.ts'
import { connectAccount } from './connect-account.ts'
import type { ExamplePlatform, ExampleStep } from './example-step.ts'

/** Connects the stand-in's first Page as the owner, and drafts a post for it. */
async function draftForPage(platform: ExamplePlatform, seen: Seen): Promise<void> {
  const id = (await connectAccount(platform, seen, 'pagenet')).get('picker') ?? ''
  const params = { network: 'pagenet', id }
  const { cards, connect } = platform.client('owner')
  const { pages } = await connect.getPicker({ params })
  const body = { pageId: pages[0]?.id ?? '' }
  const [channel] = toSettledChannels(await connect.settlePicker({ params, body }))
  const post = await cards.create({
    body: {
      kind: 'post',
      body: 'Our Easter bread is back. From Saturday on, as long as there is some.',
      post: {
        platform: 'pagenet',
        channelId: channel?.id ?? null,
        link: 'https://example.com/easter-bread',
      },
    },
  })
  seen.keep('post', post)
  seen.keep('channel', channel)
  const items = [{ weekday: 4, time: '09:00' }]
  await connect.setSlots({ params: { id: channel?.id ?? '' }, body: { items } })
}

/** Waits until the post is on the Page, and comments below it as a visitor. */
async function commentBelow({ client, sandbox }: ExamplePlatform, id: string): Promise<void> {
  const externalId = await until('the post', async () => {
    const { status, post } = await client('owner').cards.get({ params: { id } })
    return status === 'posted' ? (post?.externalId ?? undefined) : undefined
  })
  const body = new URLSearchParams({
    do: 'comment',
    id: externalId,
    author: 'Harbour Café',
    message: 'Do you keep two loaves for us?',
  })
  await fetch(`${sandbox.url}/pagenet/visitors`, { method: 'POST', body, redirect: 'manual' })
}

/** Creates a draft for manual posting. */
async function draftByHand({ client }: ExamplePlatform, seen: Seen): Promise<void> {
  const post = await client('owner').cards.create({
    body: {
      kind: 'post',
      body: 'We are looking for a baker who likes the early morning.',
      destination: { scheme: 'manual', host: 'linkedin.com' },
      post: { link: 'https://example.com/jobs' },
    },
  })
  seen.keep('byHand', post)
}

/** Posts of both arms, from draft to the readers' comments. */
export const postExamples: readonly ExampleStep[] = [
  { operation: 'approvePost', before: draftForPage },
  { operation: 'publishPostNow' },
  {
    operation: 'listPostComments',
    before: (platform, seen) => commentBelow(platform, seen.text('post.id')),
  },
  { operation: 'getPostMetrics' },
  { operation: 'getComposer', before: draftByHand },
  { operation: 'markHandedOff' },
  { operation: 'markPostedByHand' },
]
