import type { CardKind, CardStatus, ConnectNetwork, Invoice, Platform } from '@atrium/contracts'

/** The words for fixed values, as the pages of the records show them. */
export const cardStatuses: Readonly<Record<CardStatus, string>> = {
  todo: 'To do',
  doing: 'In progress',
  done: 'Done',
  archived: 'Archived',
  failed: 'Failed',
  enriching: 'Reading',
  enriched: 'Enriched',
  draft: 'Draft',
  reviewed: 'Scheduled',
  posting: 'Publishing',
  posted: 'Published',
  unconfirmed: 'Unconfirmed',
  handed_off: 'Waiting for you to post',
  posted_by_hand: 'Posted by you',
}

export const invoiceStatuses: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Written off',
}

export const invoiceKinds: Readonly<Record<Invoice['source'], string>> = {
  one_off: 'One-off',
  recurring: 'Recurring',
}

export const cardKinds: Readonly<Record<CardKind, string>> = {
  task: 'Task',
  link: 'Link',
  contact: 'Contact',
  post: 'Post',
  calendar: 'Calendar',
  quote: 'Quote request',
  signup: 'Sign-up',
  support: 'Support',
  digest: 'Digest',
}

export const networks: Readonly<Record<ConnectNetwork | Platform, string>> = {
  pagenet: 'Facebook Pages',
  photonet: 'Instagram',
  shortpost: 'X',
  pronet: 'LinkedIn',
  videonet: 'YouTube',
  forumnet: 'Reddit',
  email: 'Email',
  mailbox: 'Google mailbox',
  imap: 'Mailbox by IMAP',
  notebook: 'Notion',
  model: 'Language model',
}
