import type { EmittedField } from '@atrium/contracts'
import { common, field } from '../fields/shown-fields.ts'

type Shown = Omit<EmittedField, 'name'>

/** How pages name and show the fields of events. A name means the same in most events. */
const shared: Readonly<Record<string, Shown>> = {
  accountName: field.text('Account', 'Harbour Bakery'),
  amountCents: field.money('Credited amount', 40_000),
  amountDueCents: field.money('Amount due', 118_628),
  authorName: field.text('Written by', 'Zoe Nobis'),
  authorType: field.text('Written by', 'user'),
  canonicalUrl: field.url('Web address without tracking', 'https://kunsthalle.example/news'),
  change: field.text('What changed', 'updated'),
  changed: field.list('Changed fields', ['dueDate']),
  channelId: field.id('Account ID', 'chn_01k2m8f3q7'),
  creditNoteId: field.id('Credit note ID', 'cn_01k2m8f3q7'),
  creditNoteNumber: field.text('Credit note number', 'CN-2026-000001'),
  creditedCents: field.money('Credited in total', 40_000),
  currency: field.currency('Currency', 'EUR'),
  customerEmail: field.email('Customer’s e-mail address', 'office@kunsthalle.example'),
  customerId: field.id('Customer ID', 'cus_01k2m8f3q7'),
  customerName: field.text('Customer', 'Kunsthalle'),
  dueDate: field.date('Due', '2026-05-06T14:00:00.000Z'),
  dueOn: field.day('Due on', '2026-05-06'),
  email: field.email('E-mail address', 'office@kunsthalle.example'),
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
  kind: field.text('Kind of card', 'task'),
  message: field.text('Message', 'Please send us an offer for 40 rolls a day.'),
  name: field.text('Name', 'Kunsthalle'),
  network: field.text('Network', 'instagram'),
  number: field.text('Invoice number', 'INV-2026-000001'),
  offerId: field.id('Product ID', 'off_01k2m8f3q7'),
  orderId: field.id('Order ID', 'ord_01k2m8f3q7'),
  orgId: field.id('Organisation ID', 'org_01k2m8f3q7'),
  ownerId: field.id('Owner ID', 'usr_01k2m8f3q7'),
  platform: field.text('Network', 'instagram'),
  previousStatus: field.text('Status before', 'todo'),
  quantity: field.number('Number of tickets', 2),
  reason: field.text('Reason', 'Two rolls were missing'),
  role: field.text('Role', 'member'),
  shared: field.boolean('Shared with the organisation', true),
  siteId: field.id('Site ID', 'sit_01k2m8f3q7'),
  slug: field.text('Web address', 'spring-fair'),
  source: field.text('Kind of invoice', 'one_off'),
  status: field.text('Status', 'done'),
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
const invoice = { status: field.text('Status', 'open') }

const own: Readonly<Record<string, Readonly<Record<string, Shown>>>> = {
  'channel.connected': account,
  'channel.forgotten': account,
  'channel.invalidated': { ...account, reason: field.text('Reason', 'The password was changed') },
  'channel.updated': account,
  'contact.created': person,
  'customer.created': { name: field.text('Customer', 'Kunsthalle') },
  'comment.captured': { message: field.text('Comment', 'Are you open on Sunday?') },
  'lead.received': { ...person, source: field.text('Source', 'quote') },
  'invoice.created': { status: field.text('Status', 'draft') },
  'invoice.credited': invoice,
  'invoice.finalized': invoice,
  'invoice.overdue': invoice,
  'invoice.paid': { status: field.text('Status', 'paid') },
  'invoice.uncollectible': { status: field.text('Status', 'uncollectible') },
  'invoice.voided': { status: field.text('Status', 'void') },
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
  'task.deleted': { reason: field.text('How it was deleted', 'deleted') },
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
