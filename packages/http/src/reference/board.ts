import type { ReferenceTable } from './table.ts'

const destination = {
  destination: 'The place that a post goes to; null for a card that goes nowhere',
  'destination.scheme':
    '`automated` for a post of the platform, `manual` for one that a person posts',
  'destination.host': 'The host of the network',
}
const writable = {
  title: 'The heading, of at most 500 characters; posts and links may leave it out',
  body: 'The text, of at most 100,000 characters; of a post, what is published',
  status: 'The state of the card; a move that the kind does not allow is `invalid_transition`',
  tags: 'Words for filters, each once; at most 50',
  dueDate:
    'When it is due: a day (`2026-03-02`) for an all-day card, or a moment. A post is published at its moment. Null for none',
  ...destination,
  fields: 'Free values of the card, such as `email` of a contact; at most 1 MiB of JSON',
  post: 'The parts that a card of kind `post` has beside the others',
}
const card = {
  kind: 'The kind, which decides the states and the fields; it never changes',
  title: 'The heading; empty where none was given',
  body: 'The text; of a post, what is published',
  status: 'The state of the card; posts have a machine of their own',
  tags: 'Words for filters, each once',
  dueDate:
    'The moment at which it is due, which is the end of the day in the organisation’s time zone for an all-day card. A post is published at its moment. Null for none',
  dueAllDay: 'True if the card is due on a day without a time',
  dueOn: 'The day in the organisation’s time zone on which it is due; null for none',
  ...destination,
  fields: 'Free values of the card, such as `email` of a contact',
  ownerId: 'The id of the person whose card it is',
  post: 'The parts of a post; absent on cards of other kinds',
}
const postParts = {
  platform: 'The neutral name of the network',
  channelId: 'The channel that publishes it; null for a post by hand and before one is chosen',
  link: 'The address that the post points at; null for none',
  linkHandling: '`keep` shows the link, `omit` leaves it out, `reply` puts it into a comment',
  media: 'Addresses of stored files of the public lane, in the order of the post',
  firstComment: 'The text of the comment that follows the post; null for none',
  to: 'The recipients of a post by mail, at most 50, each with a mail of their own; empty for other posts',
}
const visitor = {
  name: 'The name of the visitor',
  email: 'The mail address for the answer',
  message: 'The text of the visitor, of at most 5,000 characters',
  website: 'A trap for robots that people do not see; leave it out',
}
const bulkSet = {
  set: 'The change of each card; either this or `delete`',
  'set.status': 'The state to move to',
  'set.addTags': 'Tags that are added',
  'set.removeTags': 'Tags that are taken away',
  'set.dueDate': 'The new due date, a day or a moment; null takes it away',
}

/** Cards, their timelines, posts, and what visitors send. */
export const board: ReferenceTable = {
  Card: card,
  NewCard: { kind: 'The kind, which never changes; `task` by default', ...writable },
  CardPatch: {
    ...writable,
    title: 'The new heading, of at most 500 characters',
    fields: 'Values to merge: absent ones stay, null removes one',
    post: 'Parts of the post to change; absent ones stay',
  },
  CardPage: {
    total: 'The number of cards on all pages; with `q`, at most 1,000',
    limit:
      'The most cards of the page; fewer than were asked for where very large ones end it early',
  },
  Post: {
    ...postParts,
    externalId: 'The id of the post at its network; null until it is posted',
    externalUrl: 'The address of the post at its network; null while it is unknown',
    postedAt: 'When the network took the post, or a person noted it as posted; null until then',
    postedBy:
      'The member who published it at once or by hand; null for a post that went out at its time by itself',
    'postedBy.id': 'The user id of the member',
    'postedBy.name': 'The name of the member',
    clicks: 'How often the links in its first comment were followed; null without a tracked link',
    failure: 'Why the post was not published; null without a failure',
    'failure.class': 'A stable word for the cause, such as `rate_limited` or `token_invalid`',
    'failure.message': 'The cause in words',
    'failure.fix': 'The remedy; null when none is known',
  },
  PostInput: postParts,
  ApprovedCard: {
    ...card,
    warnings: 'Obstacles that a person should know of although the post is approved',
    'warnings.code': 'A stable word; `no_publish_sweep` when no active workflow publishes posts',
    'warnings.message': 'The obstacle in words',
    'warnings.fix': 'The remedy',
  },
  BulkCards: {
    ids: 'The ids of the cards, at most 200; an id counts once',
    ...bulkSet,
    delete: '`true` deletes the cards; either this or `set`',
  },
  BulkResult: {
    changed: 'The ids of the cards that are as asked for, also those that were so before',
    refused: 'The cards that were left alone',
    'refused.id': 'The id of the card',
    'refused.code': 'The code that its own PATCH or DELETE would answer',
    'refused.message': 'The reason in words',
  },
  TimelineEntry: {
    kind: 'A word of the author; `history.` begins those of the board itself',
    body: 'The text of the entry',
    author: 'The person or agent who wrote the entry or made the change',
    change: 'The change of the card; absent unless `kind` begins with `history.`',
    'change.fields': 'The changed fields by their names in the API',
    'change.from': 'The value before a move; null for none',
    'change.to': 'The value after a move; null for none',
  },
  NewTimelineEntry: {
    kind: 'A word for the sort of entry; `system` by default, and never `history.…`',
    body: 'The text, of at most 20,000 characters',
  },
  PostCommentPage: {
    items: 'The comments, in the order of the network',
    next: 'The `cursor` of the next page; null after the last one',
  },
  PostComment: {
    id: 'The id of the comment at the network',
    message: 'The text of the comment',
    author: 'The author at the network; null where the network keeps it back',
    'author.id': 'The id of the author at the network',
    'author.name': 'The name that the network shows',
    createdAt: 'The moment of the comment; null where the network does not name it',
  },
  QuoteRequest: { org: 'The slug or the id of the organisation', ...visitor },
  SupportRequest: { ...visitor, subject: 'What it is about, of at most 200 characters' },

  captureLink: { url: 'The address of the page, http or https' },
  pruneCards: {
    status: 'The state of the cards to delete',
    olderThanDays: 'The least number of days for which they have been in it',
    deleted: 'The number of deleted cards',
  },
  approvePost: { dueDate: 'The moment of the publication; one in the past means now' },
  getComposer: {
    url: 'The prefilled composer of the network; null when it has none or the address would be too long',
    cannotCarry: 'The parts of the post that a person enters there by hand',
  },
  markPostedByHand: { externalUrl: 'The address of the post at its network, where it is known' },
  submitQuote: { id: 'The id of the card that the organisation receives' },
  contactSupport: { id: 'The id of the card that the operator receives' },
  deleteQuotes: {
    ids: 'The ids of the cards, at most 500',
    deleted: 'The number of deleted cards',
  },
}
