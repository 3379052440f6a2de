import type { PublishOutcome, PublishPostInput } from '@atrium/contracts'
import { startAssetServer } from './asset-server.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { connectAt } from './network-flow.ts'
import { buildPoster, type Poster } from './network-posts.ts'

export const forumRedirectUri = 'http://localhost:3000/api/connect/forumnet/callback'
export const fileBytes = Buffer.from('a file, as far as these tests go')
const files: Readonly<Record<string, string>> = {
  'a.png': 'image/png',
  'a.mp4': 'video/mp4',
  'a.webp': 'image/webp',
  'a.webp?format=jpeg': 'image/jpeg',
  'broken.avif': 'image/avif',
}

export const asset = (name: string): string => `http://localhost:3000/api/assets/org_1/pub/${name}`

/** The service next to the sandbox's forum network, with a user who has an account there. */
export interface ForumStage {
  harness: Harness
  person: Caller
  channelId: string
  poster: Poster
  reset(): Promise<void>
  aPost(more?: Partial<PublishPostInput>): PublishPostInput
  publish(input: PublishPostInput): Promise<PublishOutcome>
  posts(): Harness['sandbox']['forumnet']['posts']
  stop(): Promise<void>
}

export async function startForumStage(): Promise<ForumStage> {
  const assets = await startAssetServer()
  for (const [name, type] of Object.entries(files)) assets.add(name, type, fileBytes)
  const harness = await startHarness({
    networks: ['forumnet'],
    publishMs: 2_500,
    env: { API_URL: 'http://localhost:3000', ASSETS_SERVICE_URL: assets.origin },
  })
  const { forumnet } = harness.sandbox
  forumnet.redirectUris.add(forumRedirectUri)
  const begin = async () => {
    harness.clock.offsetMs = 0
    forumnet.faults.clear()
    forumnet.posts.splice(0)
    forumnet.rate.used.clear()
    forumnet.rate.limit = 1_000
    Object.assign(forumnet, { takeABreak: 0, statesRatelimit: true, processingMs: 0 })
    forumnet.suspended.clear()
    // Removes earlier tokens and channels, so the account belongs to a single channel.
    forumnet.tokens.endAll('revoked')
    await harness.deps.db.deleteFrom('account_rates').execute()
    await harness.deps.db.deleteFrom('channels').execute()
    const person = harness.person()
    const channelId = await connectAt(person, 'forumnet')
    return { person, channelId, poster: buildPoster(harness, 'forumnet', person, channelId) }
  }
  const stage: ForumStage = {
    harness,
    ...(await begin()),
    async reset() {
      Object.assign(stage, await begin())
    },
    aPost(more = {}) {
      const post = stage.poster.post({ fields: { subreddit: 'r/bread' }, ...more })
      return {
        ...post,
        title: more.title ?? `Bread of ${post.taskId}`,
        body: more.body ?? `Warm & <new> ${post.taskId}`,
      }
    },
    publish: (input) => stage.poster.publish(input),
    posts: () => forumnet.posts,
    async stop() {
      await harness.stop()
      await assets.stop()
    },
  }
  return stage
}
