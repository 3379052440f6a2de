import { type Card, Platform } from '@atrium/contracts'
import type { DispatchTarget } from '@atrium/workflow-rules'
import type { z } from 'zod'
import { NodeError } from '../../engine/index.ts'
import { openChannels } from '../act-on-items.ts'
import { keyedCards } from '../cards.ts'
import type { ContextOf } from '../define-node.ts'
import type { PostText } from '../write/item-content.ts'
import type { publishParams } from './publish-params.ts'
import { type PublishTimes, upcomingSlots } from './publish-slots.ts'

type PublishPlan = z.output<z.ZodObject<typeof publishParams>>

type PostTarget = Extract<DispatchTarget, { to: 'channel' | 'manual' }>
type Aim = { platform: Platform; channelId: string | null }

const heldBy = ({ status, dueDate }: Card): number | undefined =>
  status === 'draft' || dueDate === null ? undefined : Date.parse(dueDate)

function takeSlot(slots: Date[], moment: number | undefined): void {
  const at = slots.findIndex((slot) => slot.getTime() === moment)
  if (at !== -1) slots.splice(at, 1)
}

/**
 * Creates a writer that gives new posts the upcoming slots in order. Skips a slot if an earlier
 * post with a key from `keysOfAll` holds it.
 */
export function createPostWriter(
  { orgId, userId, runId, ports, signal, now }: ContextOf<'org' | 'board'>,
  keysOfAll: () => Promise<readonly string[]>,
) {
  let found: Promise<ReadonlyMap<string, Card>> | undefined
  const aims = new Map<string, Promise<Aim>>()
  const slots = new Map<string, Promise<Date[]>>()
  const counts = { created: 0, known: 0, armed: 0, late: 0, broken: 0 }
  let firstSlot: string | undefined
  let firstBroken: string | undefined

  const channelAim = async (address: string): Promise<Aim> => {
    const { channel } = await ports.findChannel({ orgId, userId, address }, signal)
    if (channel === null) {
      throw new NodeError(
        `The person this run acts for cannot use the account ${address}. Choose another account.`,
        {
          fix: openChannels,
        },
      )
    }
    const { data: platform } = Platform.safeParse(channel.network)
    if (platform === undefined)
      throw new NodeError(`${channel.name} does not accept posts. Choose another account.`)
    return { platform, channelId: channel.id }
  }
  const findAim = (target: PostTarget): Promise<Aim> => {
    if (target.to === 'manual')
      return Promise.resolve({ platform: target.platform, channelId: null })
    const aim = aims.get(target.address) ?? channelAim(target.address)
    aims.set(target.address, aim)
    return aim
  }
  const earlierPosts = (): Promise<ReadonlyMap<string, Card>> => {
    found ??= keysOfAll().then((keys) => keyedCards(ports.board, orgId, keys, signal))
    return found
  }
  const freeSlots = async (times: PublishTimes, tz: string): Promise<Date[]> => {
    const free = upcomingSlots(times, tz, now())
    if (free.length > 0)
      for (const card of (await earlierPosts()).values()) takeSlot(free, heldBy(card))
    return free
  }
  const findSlots = async ({
    autoPublish,
    publishTimes = '',
    tz,
  }: PublishPlan): Promise<Date[]> => {
    if (!autoPublish) return []
    const name = JSON.stringify([publishTimes, tz])
    const freeTimes = slots.get(name) ?? freeSlots(publishTimes, tz)
    slots.set(name, freeTimes)
    return freeTimes
  }

  return {
    async write(target: PostTarget, text: PostText, plan: PublishPlan, key: string): Promise<Card> {
      const { platform, channelId } = await findAim(target)
      // Only posts for a channel are scheduled.
      const left = channelId === null ? [] : await findSlots(plan)
      const [slot] = left
      const { title, body, tags, fields, ...content } = text
      const { card, created, broken } = await ports.board.createPost(
        {
          orgId,
          actorId: userId,
          post: {
            kind: 'post',
            title,
            body,
            tags,
            fields,
            post: { platform, channelId, ...content },
          },
          key,
          runId,
          ...(slot === undefined ? {} : { armAt: slot.toISOString() }),
        },
        signal,
      )
      if (!created) {
        counts.known += 1
        // The post is new to this run, so the response to the call that created it was lost. Its
        // slot is taken.
        if (found !== undefined && !(await found).has(key)) takeSlot(left, heldBy(card))
        return card
      }
      counts.created += 1
      const [rule] = broken
      if (rule !== undefined) {
        counts.broken += 1
        firstBroken ??= rule.message
      } else if (slot !== undefined) {
        left.shift()
        counts.armed += 1
        firstSlot ??= slot.toISOString()
      } else if (plan.autoPublish) counts.late += 1
      return card
    },
    notes(): string[] {
      const { created, known, armed, late, broken } = counts
      return [
        created > 0 ? `Posts created: ${created}` : '',
        known > 0 ? `already there: ${known}` : '',
        armed > 0 ? `scheduled: ${armed}, the first at ${firstSlot}` : '',
        late > 0 ? `drafts without a slot: ${late}` : '',
        broken > 0 ? `drafts that break a rule: ${broken} (${firstBroken})` : '',
      ].filter((note) => note !== '')
    },
  }
}
