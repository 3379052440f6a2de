import {
  type CommentOutcome,
  ConnectStatus,
  type NetworkComment,
  PublishComment,
  type PublishOutcome,
  PublishPost,
  type PublishPostInput,
  ReadPostComments,
  type SocialPlatform,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Caller, Harness } from './harness.ts'

export interface Poster {
  post(more?: Partial<PublishPostInput>): PublishPostInput
  publish(input: PublishPostInput): Promise<PublishOutcome>
  /** Publishes the post again, as the next claim does. */
  again(input: PublishPostInput): Promise<PublishOutcome>
  /** Comments on a post. `taskId` is the post's card, if it matters. */
  comment(
    externalId: string,
    message: string,
    attemptKey?: string,
    taskId?: string,
  ): Promise<CommentOutcome>
  /** Returns the first comments on a post of the channel. */
  read(externalId: string): Promise<NetworkComment[]>
  states(): Promise<string[]>
  live(): Promise<boolean>
}

let serial = 0

/** Publishes to one network like the runner does, for one user's channel. */
export function buildPoster(
  harness: Harness,
  platform: SocialPlatform,
  caller: Caller,
  channelId: string,
): Poster {
  const target = () => {
    serial += 1
    return {
      orgId: caller.orgId,
      actorId: caller.userId,
      channelId,
      taskId: `task_${serial}`,
      attemptKey: `claim_${serial}`,
    }
  }
  return {
    post(more = {}) {
      const fresh = target()
      return {
        ...fresh,
        platform,
        title: '',
        body: `Fresh bread ${serial}`,
        link: null,
        linkHandling: 'keep' as const,
        media: [],
        firstComment: null,
        thread: [],
        altTexts: [],
        fields: {},
        ...more,
      }
    },
    publish: (input) => callRpc(harness.bus, PublishPost, input),
    again: (input) =>
      callRpc(harness.bus, PublishPost, { ...input, attemptKey: `${input.attemptKey}-again` }),
    async read(externalId) {
      const about = { orgId: caller.orgId, actorId: caller.userId, channelId, externalId }
      return (await callRpc(harness.bus, ReadPostComments, about)).items
    },
    comment(externalId, message, attemptKey, taskId) {
      const about = target()
      return callRpc(harness.bus, PublishComment, {
        ...about,
        externalId,
        message,
        ...(attemptKey === undefined ? {} : { attemptKey }),
        ...(taskId === undefined ? {} : { taskId }),
      })
    },
    async states() {
      const items = (await caller('GET', '/api/connectors')).body['items'] as unknown as {
        status: string
      }[]
      return items.map(({ status }) => status)
    },
    async live() {
      const { networks } = await callRpc(harness.bus, ConnectStatus, {})
      return networks.some(({ network, publishing }) => network === platform && publishing)
    },
  }
}
