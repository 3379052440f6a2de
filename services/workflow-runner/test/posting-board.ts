import { brokenPostRules, type Card, cardErrors, type SocialPlatform } from '@atrium/contracts'
import type { BoardPort, NodePorts } from '../src/nodes/ports.ts'
import { closedPorts } from './recorded-run.ts'

interface Asked {
  what: string
  input: Record<string, unknown>
}

/** Creates a board with cards by key. It arms posts by their network's rules. */
export function postingBoard(
  channels: Readonly<Record<string, { id: string; network: 'mailbox' | SocialPlatform }>> = {},
) {
  const asked: Asked[] = []
  const cards = new Map<string, Card>()
  const cardFor = (key: string, more: Partial<Card>): { card: Card; created: boolean } => {
    const known = cards.get(key)
    if (known !== undefined) return { card: known, created: false }
    const at = '2026-01-01T00:00:00.000Z'
    const rest = {
      body: '',
      tags: [],
      dueDate: null,
      dueAllDay: false,
      dueOn: null,
      destination: null,
      fields: {},
    }
    const own = {
      id: `task_${cards.size + 1}`,
      orgId: 'org_1',
      ownerId: 'usr_1',
      assigneeId: null,
      customerId: null,
      columnId: null,
      createdAt: at,
      updatedAt: at,
    }
    const card: Card = { kind: 'task', title: '', status: 'todo', ...rest, ...own, ...more }
    cards.set(key, card)
    return { card, created: true }
  }
  const note = (what: string, input: object): void => void asked.push({ what, input: { ...input } })
  const board: BoardPort = {
    findCards: async () => ({ items: [] }),
    searchCards: async () => ({ items: [], total: 0 }),
    getCards: async ({ ids }) => ({
      items: [...cards.values()].filter(({ id }) => ids.includes(id)),
    }),
    getKeyedCards: async ({ keys }) => ({
      items: keys.flatMap((key) => {
        const card = cards.get(key)
        return card === undefined ? [] : [{ key, card }]
      }),
    }),
    deleteCard: async () => ({ deleted: false }),
    updateCard: () => Promise.reject(cardErrors.not_found()),
    appendTimeline: () => Promise.reject(cardErrors.not_found()),
    readTimeline: async () => ({ items: [] }),
    async createCard(input) {
      note('card', input)
      const {
        kind = 'task',
        title = '',
        body = '',
        tags = [],
        dueDate = null,
        fields = {},
      } = input.card
      return cardFor(input.key, { kind, title, body, tags, dueDate, fields })
    },
    async captureLink(input) {
      note('link', input)
      return cardFor(input.url, { kind: 'link', title: input.url })
    },
    async createPost(input) {
      note('post', input)
      const { title = '', body = '', fields = {}, post = {} } = input.post
      const { platform = 'pagenet', channelId = null, link = null, firstComment = null } = post
      const content = { platform, link, linkHandling: post.linkHandling ?? 'keep', firstComment }
      const media = post.media ?? []
      const made = cardFor(input.key, { kind: 'post', title, body, fields, status: 'draft' })
      if (!made.created || input.armAt === undefined) return { ...made, broken: [] }
      const broken = brokenPostRules({ ...content, title, body, media, fields })
      if (channelId === null)
        broken.push({ path: 'post.channelId', message: 'Choose a connected account' })
      if (broken.length > 0) return { ...made, broken }
      const card: Card = { ...made.card, status: 'reviewed', dueDate: input.armAt }
      cards.set(input.key, card)
      return { card, created: true, broken: [] }
    },
  }
  const sent: Asked[] = []
  const ports: NodePorts = {
    ...closedPorts,
    board,
    roleOf: async () => ({ role: 'member' }),
    async findChannel(input) {
      const channel = channels[input.address]
      return {
        channel: channel === undefined ? null : { ...channel, name: 'Our page', active: true },
      }
    },
    async sendMail(mail) {
      sent.push({ what: 'mail', input: { ...mail } })
      return true
    },
    async deliver(delivery) {
      if (delivery.endpointId !== 'whe_1') return 'unknown'
      sent.push({ what: 'webhook', input: { ...delivery } })
      return 'queued'
    },
  }
  return { asked, cards, sent, ports }
}
