import {
  addTimelineEntry,
  approvePost,
  captureLink,
  createCard,
  deleteCard,
  getAttention,
  getCard,
  getMe,
  listCards,
  listChannels,
  publishPostNow,
  readCardAloud,
  searchEverything,
  updateCard,
} from '@atrium/contracts'
import { nextPage } from './next-page.ts'
import { operationTool } from './operation-tool.ts'
import type { Tool } from './tool.ts'

const isEmpty = (items: unknown): boolean => Array.isArray(items) && items.length === 0

export const boardTools: readonly Tool[] = [
  operationTool({
    name: 'whoami',
    title: 'Who am I',
    operation: getMe,
    description:
      'The person and the organisation that every tool acts for, with the role. Call it once when the rights are unclear. The organisation cannot be changed here. Example: {}',
  }),
  operationTool({
    name: 'what_needs_attention',
    title: 'What needs attention',
    operation: getAttention,
    description:
      'What waits for an action: failed posts and runs, overdue invoices, channels to reconnect, the most severe first. A good first call for "what should I do?". Use `search` to find other records. Example: {}',
    next: ({ items }) =>
      isEmpty(items)
        ? 'Nothing needs attention.'
        : 'Take the records of an item with search_cards, list_invoices or list_workflows.',
  }),
  operationTool({
    name: 'search',
    title: 'Search everything',
    operation: searchEverything,
    description:
      'Finds cards, posts, customers, invoices, offers, events, ticket holders, workflows, sites, skills and members by words, at most 20. Use it when the kind of record is unknown. For filters and pages use search_cards or list_invoices. Example: {"q": "harbour invoice"}',
    next: () =>
      'Read a full result with get_card, get_invoice or get_workflow and its id. If nothing is found, try fewer or other words.',
  }),
  operationTool({
    name: 'search_cards',
    title: 'Search cards',
    operation: listCards,
    description:
      'Cards of the board, posts included, by words (`q`), `kind`, `status`, `tag` and due date, in pages. Kind `post` has the statuses draft, reviewed, posting, posted, failed, unconfirmed, handed_off, posted_by_hand. Other cards have todo, doing, done, archived. Do not fetch every page to count, because the response has `total`. Example: {"kind": "task", "status": "todo", "dueBefore": "2026-03-01T00:00:00Z", "limit": 10}',
    next: (answer) =>
      isEmpty(answer['items'])
        ? 'No card matches. Leave out a filter, or find other records with `search`.'
        : (nextPage(answer) ??
          'Change one with update_card, or read its timeline with call_operation listTimeline.'),
  }),
  operationTool({
    name: 'get_card',
    title: 'Read a card',
    operation: getCard,
    description: 'One card of any kind, whole, by its id. Example: {"id": "task_0192…"}',
  }),
  operationTool({
    name: 'create_card',
    title: 'Create a card',
    operation: createCard,
    description:
      'Adds a card: a task, a contact or another kind. Not for posts (create_post) and not for links to be read (capture_link). `dueDate` is a day (2026-03-02) or a moment (ISO 8601 with a zone). Example: {"kind": "task", "title": "Call the printer", "dueDate": "2026-03-02T09:00:00Z", "tags": ["print"]}',
    next: (answer) => `Change it with update_card {"id": "${answer['id']}"}.`,
  }),
  operationTool({
    name: 'update_card',
    title: 'Change a card',
    operation: updateCard,
    description:
      'Changes the given fields of a card and leaves the others. A move between statuses that the board forbids is refused with `invalid_transition`. Approving a post is approve_post. Example: {"id": "task_0192…", "status": "done"}',
  }),
  operationTool({
    name: 'delete_card',
    title: 'Delete a card',
    operation: deleteCard,
    description:
      'Deletes a card for good, with its timeline. Prefer update_card with status `archived`, because it can be undone. Ask the person first. Example: {"id": "task_0192…"}',
  }),
  operationTool({
    name: 'add_note',
    title: 'Add a note to a card',
    operation: addTimelineEntry,
    description:
      'Appends a note to the timeline of a card. Use it for facts that should stay with the card. To change the card’s own text, use update_card. Example: {"id": "task_0192…", "body": "The printer answers on Monday."}',
  }),
  operationTool({
    name: 'capture_link',
    title: 'Capture a link',
    operation: captureLink,
    description:
      'Saves a web address as a link card. The platform reads and summarises the page a little later. Example: {"url": "https://example.com/article"}',
    next: (answer) => `Read it again later with get_card {"id": "${answer['id']}"}.`,
  }),
  operationTool({
    name: 'read_card_aloud',
    title: 'Read a card aloud',
    operation: readCardAloud,
    effects: { openWorldHint: true },
    description:
      'Turns a card’s title and text into an audio file. Everybody with its address can hear it. It costs the person’s credits and takes up to a minute. To read a card yourself, use get_card. Example: {"id": "task_0192…"}',
    next: (_, given) =>
      `Read it again later with get_card {"id": "${given['id']}"}: \`fields.audio\` is the address of the audio file. Without it the timeline says why.`,
  }),
  operationTool({
    name: 'list_channels',
    title: 'List channels',
    operation: listChannels,
    description:
      'The connected accounts for posts and workflows: social networks, mailboxes and other systems, each with its state. Call it before create_post to choose `post.channelId`. Example: {}',
  }),
  operationTool({
    name: 'create_post',
    title: 'Draft a post',
    operation: createCard,
    fixed: { kind: 'post' },
    needs: ['body'],
    description:
      'Drafts a post and publishes nothing. `body` is the text. For a channel set `destination.scheme` to `automated`, `post.platform` to its network and `post.channelId` to its id, both from list_channels. For a network without a channel, where the person publishes the post, `destination` is {"scheme": "manual", "host": "example.social"}. Pictures are URLs of upload_asset in `post.media`. For a mail to at most 50 people set `post.platform` to `email` and `post.to` to their addresses. Then `title` is the subject, and there is no channel and no picture. Example: {"body": "We open at nine.", "destination": {"scheme": "automated"}, "post": {"platform": "pronet", "channelId": "chn_0192…"}}',
    next: (answer) =>
      `The person may want to read it first. Schedule it with approve_post {"id": "${answer['id']}", "dueDate": "…"}.`,
  }),
  operationTool({
    name: 'approve_post',
    title: 'Approve and schedule a post',
    operation: approvePost,
    effects: { destructiveHint: true, openWorldHint: true },
    description:
      'Approves a draft. It is published to its network at its due date. Ask the person first. If the post breaks the network’s rules, it is refused with `post_rules_failed` and `errors` names them. Correct the post with update_card and call again. Example: {"id": "post_0192…", "dueDate": "2026-03-02T09:00:00Z"}',
  }),
  operationTool({
    name: 'publish_post_now',
    title: 'Publish a post now',
    operation: publishPostNow,
    effects: { destructiveHint: true, openWorldHint: true },
    description:
      'Publishes a post at once where everybody can see it. This cannot be undone here. Ask the person first, and prefer approve_post with a time. Example: {"id": "post_0192…"}',
    next: (_, given) =>
      `Follow the outcome with get_card {"id": "${given['id']}"}: posted, failed or unconfirmed.`,
  }),
]
