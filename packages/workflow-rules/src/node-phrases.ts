/** Says what a step does, from its parameters. Undefined for steps left out in a summary. */
type Phrase = string | ((params: Readonly<Record<string, unknown>>) => string | undefined)

const cardNames: Readonly<Record<string, string>> = {
  contact: 'create a contact',
  idea: 'create an idea',
}
const recordNames: Readonly<Record<string, string>> = {
  customer: 'find the customer',
  invoice: 'find the invoice',
  task: 'find the card',
  post: 'find the post',
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value.trim() !== ''

/** The palette's steps. A palette test fails if a step has no entry. */
export const nodePhrases: Readonly<Record<string, Phrase | null>> = {
  // Triggers have their own words.
  'trigger.manual': null,
  'trigger.event': null,
  'trigger.schedule': null,
  'trigger.webhook': null,
  // These only shape what other steps do.
  limit: null,
  merge: null,
  set_fields: null,
  sort: null,
  split: null,
  format: null,
  date: null,
  dedupe: 'leave out duplicates',
  aggregate: 'add the items up',
  filter: 'keep what matches',
  parse: 'read the data',
  if: 'check conditions',
  switch: 'sort by conditions',
  for_each: 'take each item in turn',
  wait: 'wait',
  ask_approval: 'ask for approval',
  call_workflow: 'run another workflow',
  agent: 'let an AI agent work on it',
  analyze: 'judge it with AI',
  enrich: 'summarise it with AI',
  enrich_contact: 'look up the person with AI',
  implement_task: 'give the card to an agent',
  remove_ai_slop: 'rewrite the text',
  triage: 'sort the messages with AI',
  tts: 'read it aloud',
  collect_invoices: 'collect invoices',
  generate_invoices: 'create the due invoices',
  create_invoice_draft: 'draft an invoice',
  record_payment: 'record the payment',
  update_customer: 'update the customer',
  find_record: ({ kind }) => recordNames[String(kind)] ?? 'find the record',
  http_request: ({ method }) =>
    method === undefined || method === 'GET'
      ? 'fetch data from a website'
      : 'send data to another service',
  read_url: 'read a web page',
  read_feed: 'read a news feed',
  read_mailbox: 'read the mailbox',
  read_drive: 'read files',
  read_notebook: 'read a notebook',
  read_tasks: 'read cards',
  best_of_tech: 'find news about technology',
  capture_comments: 'collect comments',
  social_audience: 'read the audience figures',
  find_profile_page: 'find the profile page',
  video_to_tasks: 'turn videos into cards',
  calendar_to_tasks: 'turn appointments into cards',
  create_card: ({ kind }) => cardNames[String(kind)] ?? 'create a card',
  update_task: 'update the card',
  update_contact: 'update the contact',
  update_link: 'update the link',
  log_activity: 'add a note to the card',
  tag: 'label the mail',
  save_attachments: 'save the attachments',
  send_email: 'send an email',
  create_post: ({ publishTimes }) => (isFilled(publishTimes) ? 'schedule a post' : 'draft a post'),
  dispatch: 'send it to its destination',
  publish: 'publish the posts',
  post_comment: 'post the first comment',
}

/** Returns what a step does. An unknown step is called by its name. */
export function describeNode({
  type,
  name,
  params,
}: {
  type: string
  name: string
  params: Readonly<Record<string, unknown>>
}): string | undefined {
  const phrase = Object.hasOwn(nodePhrases, type) ? nodePhrases[type] : `run “${name}”`
  return typeof phrase === 'function' ? phrase(params) : (phrase ?? undefined)
}
