import type { EmittedField, Invoice } from '@atrium/contracts'
import {
  cardKinds,
  cardStatuses,
  invoiceKinds,
  invoiceStatuses,
  networks,
} from '../fields/choice-words.ts'
import { choice, common, field } from '../fields/shown-fields.ts'

type Shown = Omit<EmittedField, 'name'>

/** How pages name and show the fields of events. A name means the same in most events. */
const shared: Readonly<Record<string, Shown>> = {
  accountName: field.text('Account', 'Harbour Bakery'),
  actorId: field.id('Done by', 'usr_01k2m8f3q7'),
  amountCents: field.money('Credited amount', 40_000),
  amountDueCents: field.money('Amount due', 118_628),
  assigneeId: field.id('Assignee ID', 'usr_01k2m8f3q7'),
  byId: field.id('Assigned by', 'usr_01k2m8f3q7'),
  authorName: field.text('Written by', 'Zoe Nobis'),
  authorType: choice('Written by', 'user', { user: 'A person', agent: 'An assistant' }),
  canonicalUrl: field.url('Web address without tracking', 'https://kunsthalle.example/news'),
  change: choice('What changed', 'updated', {
    created: 'Created',
    updated: 'Changed',
    archived: 'Archived',
    deleted: 'Deleted',
  }),
  changed: field.list('Changed fields', ['dueDate']),
  channelId: field.id('Account ID', 'chn_01k2m8f3q7'),
  creditNoteId: field.id('Credit note ID', 'cn_01k2m8f3q7'),
  creditNoteNumber: field.text('Credit note number', 'CN-2026-000001'),
  creditedCents: field.money('Credited in total', 40_000),
  currency: field.currency('Currency', 'EUR'),
  customerEmail: field.email('Customer’s email address', 'office@kunsthalle.example'),
  customerId: field.id('Customer ID', 'cus_01k2m8f3q7'),
  customerName: field.text('Customer', 'Kunsthalle'),
  dueDate: field.date('Due', '2026-05-06T14:00:00.000Z'),
  dueOn: field.day('Due on', '2026-05-06'),
  email: field.email('Email address', 'office@kunsthalle.example'),
  entryId: field.id('Entry ID', 'tle_01k2m8f3q7'),
  error: field.text('Error', 'The mailbox does not respond'),
  node: field.text('Step', 'Read mail'),
  postId: field.id('Post ID at the network', '1001_2002'),
  runId: field.id('Run ID', 'run_01k2m8f3q7'),
  workflowId: field.id('Workflow ID', 'wf_01k2m8f3q7'),
  workflowName: field.text('Workflow', 'Answer leads'),
  externalId: field.id('Post ID at the network', '1001_2002'),
  externalUrl: field.url('Link to the post', 'https://social.example/posts/2002'),
  failure: field.object('Why it failed', {
    class: 'fix_content',
    message: 'The picture is too large',
    fix: null,
  }),
  happeningId: field.id('Event ID', 'hap_01k2m8f3q7'),
  invoiceId: field.id('Invoice ID', 'inv_01k2m8f3q7'),
  kind: choice('Kind of card', 'task', cardKinds),
  message: field.text('Message', 'Please send us an offer for 40 rolls a day.'),
  name: field.text('Name', 'Kunsthalle'),
  network: choice('Network', 'photonet', networks),
  number: field.text('Invoice number', 'INV-2026-000001'),
  offerId: field.id('Product ID', 'off_01k2m8f3q7'),
  orderId: field.id('Order ID', 'ord_01k2m8f3q7'),
  orgId: field.id('Organisation ID', 'org_01k2m8f3q7'),
  ownerId: field.id('Owner ID', 'usr_01k2m8f3q7'),
  platform: choice('Network', 'photonet', networks),
  previousStatus: choice('Status before', 'todo', cardStatuses),
  quantity: field.number('Number of tickets', 2),
  reason: field.text('Reason', 'Two rolls were missing'),
  role: choice('Role', 'member', { owner: 'Owner', admin: 'Admin', member: 'Member' }),
  shared: field.boolean('Shared with the organisation', true),
  recordedById: field.id('Recorded by', 'usr_01k2m8f3q7'),
  siteId: field.id('Site ID', 'sit_01k2m8f3q7'),
  slug: field.text('Web address', 'spring-fair'),
  source: choice('Kind of invoice', 'one_off', invoiceKinds),
  status: choice('Status', 'done', cardStatuses),
  subject: field.text('Subject', 'A question about my plan'),
  tags: common.tags,
  taskId: field.id('Card ID', 'tsk_01k2m8f3q7'),
  text: field.text('Text', 'We open on Sunday at eight.'),
  ticketId: field.id('Ticket ID', 'tkt_01k2m8f3q7'),
  ticketTypeId: field.id('Ticket type ID', 'tty_01k2m8f3q7'),
  title: field.text('Title', 'Call Kunsthalle'),
  totalAmountCents: field.money('Amount', 158_628),
  url: common.url,
  userId: field.id('User ID', 'usr_01k2m8f3q7'),
}

const account = { name: field.text('Account', 'Harbour Bakery') }
const person = { name: field.text('Name', 'Zoe Nobis') }
const post = { title: field.text('Title', 'We open on Sunday') }
const stated = (status: Invoice['status']) => ({
  status: choice('Status', status, invoiceStatuses),
})
const invoice = stated('open')
const leadSources = {
  quote: 'Quote request',
  contact_form: 'Contact form',
  waiting_list: 'Waiting list',
  signup: 'Sign-up',
}

const own: Readonly<Record<string, Readonly<Record<string, Shown>>>> = {
  'channel.connected': account,
  'channel.forgotten': account,
  'channel.invalidated': { ...account, reason: field.text('Reason', 'The password was changed') },
  'channel.updated': account,
  'contact.created': person,
  'customer.created': { name: field.text('Customer', 'Kunsthalle') },
  'comment.captured': { message: field.text('Comment', 'Are you open on Sunday?') },
  'lead.received': { ...person, source: choice('Source', 'quote', leadSources) },
  'invoice.created': stated('draft'),
  'invoice.credited': invoice,
  'invoice.finalized': invoice,
  'invoice.overdue': invoice,
  'invoice.paid': stated('paid'),
  'invoice.uncollectible': stated('uncollectible'),
  'invoice.voided': stated('void'),
  'org.member_joined': person,
  'post.failed': post,
  'post.handed_off': post,
  'post.posted': post,
  'post.posted_by_hand': post,
  'post.reviewed': post,
  'post.unconfirmed': post,
  'quote.submitted': person,
  'site.published': { name: field.text('Site', 'Spring fair') },
  'site.unpublished': { name: field.text('Site', 'Spring fair') },
  'support.requested': person,
  'task.deleted': {
    reason: choice('How it was deleted', 'deleted', {
      deleted: 'By hand',
      pruned: 'By a rule',
      bulk: 'With other cards',
    }),
  },
  'ticket.checked_in': person,
  'ticket.ordered': person,
  'timeline.entry_added': { kind: field.text('Kind of entry', 'comment') },
}

/** Returns how pages name and show a field of an event. Throws if the field has no label. */
export function showEventField(type: string, name: string): Shown {
  const shown = own[type]?.[name] ?? shared[name]
  if (shown === undefined) throw new Error(`No label for ${name} of ${type} in event-fields.ts`)
  return shown
}
