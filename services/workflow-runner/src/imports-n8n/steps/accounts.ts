import { isRecord, ownProperty } from '@atrium/workflow-rules'
import { createShape } from '../document/item-shape.ts'
import type { MappedNode, Mapper, Mapping, StepReader } from './mapping.ts'
import { pollSchedule } from './triggers.ts'

const choose = 'Choose the account. Credentials are not in the file.'

const mailShape = createShape({
  Subject: 'title',
  subject: 'title',
  From: 'from',
  'from.value': 'from',
  'from.text': 'from',
  'headers.from': 'from',
  'headers.subject': 'title',
  To: 'to',
  'to.text': 'to',
  text: 'rawContent',
  textPlain: 'rawContent',
  textHtml: 'rawContent',
  textAsHtml: 'rawContent',
  html: 'rawContent',
  id: 'messageId',
})

const fileShape = createShape({ name: 'title', webViewLink: 'url', modifiedTime: 'modifiedAt' })
const rowShape = createShape({
  name: 'title',
  property_name: 'title',
  last_edited_time: 'editedAt',
  created_time: 'createdAt',
})
const eventShape = createShape({
  summary: 'title',
  description: 'rawContent',
  'start.dateTime': 'start',
  'start.date': 'start',
  'end.dateTime': 'end',
  'end.date': 'end',
  htmlLink: 'link',
  id: 'eventId',
})

/** Joins the filters of a mailbox step to one search. */
function readSearch(step: StepReader): string {
  const filters = step.raw('filters')
  const text = (key: string) => step.asText(ownProperty(filters, key)).trim()
  const labels = ownProperty(filters, 'labelIds')
  const unread = text('readStatus')
  return [
    text('q'),
    text('sender') === '' ? '' : `from:${text('sender')}`,
    unread === 'unread' || unread === 'read' ? `is:${unread}` : '',
    ...(Array.isArray(labels) ? labels : [])
      .filter((label) => typeof label === 'string' && /^[A-Z_]{1,40}$/.test(label))
      .map((label: string) => (label === 'UNREAD' ? 'is:unread' : `in:${label.toLowerCase()}`)),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

const toMailbox = (step: StepReader, query = readSearch(step)): MappedNode => {
  const limit = step.raw('returnAll') === true ? 0 : step.number('limit', 0)
  return {
    type: 'read_mailbox',
    params: { connector: '', query, ...(limit > 0 ? { limit: Math.trunc(limit) } : {}) },
  }
}

/** A schedule in front of a step that reads new items. */
function poll(
  step: StepReader,
  node: MappedNode,
  mapping: Omit<Mapping, 'node' | 'triggers'>,
): Mapping {
  const { triggers = [], notes } = pollSchedule(step)
  return {
    ...mapping,
    triggers,
    node,
    hint: `A schedule starts the reading. ${choose}`,
    differences: [...notes, ...(mapping.differences ?? [])],
  }
}

function toMail(
  step: StepReader,
  [to, subject, text]: readonly [unknown, unknown, unknown],
  isHtml: boolean,
): Mapping {
  return {
    node: {
      type: 'send_email',
      params: {
        to: step.asText(to),
        subject: step.asText(subject),
        text: step.asText(text),
      },
    },
    shape: 'passes',
    hint: 'Atrium sends the mail, unless you choose your own mailbox.',
    differences: isHtml ? ['The mail is sent as text. Remove the HTML from it.'] : [],
  }
}

function askApproval(step: StepReader, to: unknown, message: unknown): ReturnType<Mapper> {
  if (!step.has('ask_approval')) {
    return { missing: 'The answer to a mail cannot be waited for yet.' }
  }
  return {
    node: {
      type: 'ask_approval',
      params: { to: step.asText(to), message: step.asText(message), expiresInHours: 72 },
    },
    outputs: ['approved'],
    shape: 'passes',
    differences: [
      'Only a member of the organisation can be asked. A decline leaves at “declined” instead of in a field.',
    ],
  }
}

const gmail: Mapper = (step) => {
  const resource = step.text('resource') || 'message'
  const operation = step.text('operation') || (resource === 'message' ? 'send' : 'getAll')
  if (operation === 'sendAndWait') return askApproval(step, step.raw('sendTo'), step.raw('message'))
  if (resource === 'message' && operation === 'send') {
    const isHtml = step.text('emailType') !== 'text' && step.text('message').includes('<')
    return toMail(step, [step.raw('sendTo'), step.raw('subject'), step.raw('message')], isHtml)
  }
  if (operation === 'reply') {
    const mapping = toMail(step, ['={{ $json.from }}', 'Re:', step.raw('message')], false)
    return {
      ...mapping,
      differences: ['The reply is a new mail. Enter its recipient and subject.'],
    }
  }
  if ((resource === 'message' || resource === 'thread') && operation === 'getAll') {
    return { node: toMailbox(step), shape: mailShape, hint: choose }
  }
  if (operation === 'addLabels') {
    return {
      node: { type: 'tag', params: { connector: '', label: '' } },
      shape: 'passes',
      differences: ['Enter the label. The file has only its id.'],
      hint: choose,
    }
  }
  return { missing: 'There is no step for this action of the mailbox.' }
}

const gmailTrigger: Mapper = (step) => poll(step, toMailbox(step), { shape: mailShape })

const imapTrigger: Mapper = (step) =>
  poll(step, toMailbox(step, ''), {
    shape: mailShape,
    differences: ['Only new mails are read. Enter a search if not all of them matter.'],
  })

const emailSend: Mapper = (step) => {
  if (step.text('operation') === 'sendAndWait') {
    return askApproval(step, step.raw('toEmail'), step.raw('message'))
  }
  const text = step.raw('text')
  const html = step.raw('html')
  return toMail(
    step,
    [step.raw('toEmail'), step.raw('subject'), text ?? html ?? step.raw('message')],
    text === undefined && html !== undefined,
  )
}

const calendar: Mapper = (step) => {
  const resource = step.text('resource') || 'event'
  if (resource !== 'event' || !['getAll', 'get'].includes(step.text('operation') || 'create')) {
    return { missing: 'There is no step that changes events of a calendar.' }
  }
  return {
    node: { type: 'calendar_to_tasks', params: { connector: '' } },
    shape: eventShape,
    hint: choose,
    differences: ['Each event also becomes a card on the board.'],
  }
}

const calendarTrigger: Mapper = (step) =>
  poll(
    step,
    { type: 'calendar_to_tasks', params: { connector: '' } },
    {
      shape: eventShape,
      differences: ['Each event also becomes a card on the board.'],
    },
  )

const toDrive = (step: StepReader, folder: unknown): MappedNode => ({
  type: 'read_drive',
  params: {
    connector: '',
    ...(typeof folder === 'string' && folder !== '' && folder !== 'root'
      ? { folder: step.asText(folder) }
      : {}),
    ...(step.text('queryString') === '' ? {} : { query: step.asText(step.raw('queryString')) }),
  },
})

const drive: Mapper = (step) => {
  const operation = step.text('operation') || 'upload'
  const resource = step.text('resource') || 'file'
  if (!['list', 'search', 'download'].includes(operation) && resource !== 'fileFolder') {
    return { missing: 'There is no step that changes files of a drive.' }
  }
  const folder = step.raw('filter', 'folderId')
  return {
    node: toDrive(step, isRecord(folder) ? ownProperty(folder, 'value') : folder),
    shape: fileShape,
    hint: choose,
    differences: ['Only files that are new or were changed are read, with their texts.'],
  }
}

const driveTrigger: Mapper = (step) =>
  poll(step, toDrive(step, step.located('folderToWatch')), { shape: fileShape })

const notebook = (step: StepReader): MappedNode => ({
  type: 'read_notebook',
  params: { connector: '', database: step.asText(step.located('databaseId')) },
})

const notion: Mapper = (step) => {
  const resource = step.text('resource') || 'page'
  if (resource !== 'databasePage' || step.text('operation') !== 'getAll') {
    return { missing: 'There is no step for this action of the notebook.' }
  }
  return {
    node: notebook(step),
    shape: rowShape,
    hint: choose,
    differences: ['Only rows that are new or were changed are read. Filter them in the next step.'],
  }
}

const notionTrigger: Mapper = (step) => poll(step, notebook(step), { shape: rowShape })

const outlook: Mapper = (step) => {
  const resource = step.text('resource') || 'message'
  const operation = step.text('operation') || 'send'
  if (resource === 'message' && operation === 'send') {
    const text = step.raw('bodyContent')
    const isHtml = step.text('additionalFields', 'bodyContentType') === 'html'
    return toMail(step, [step.raw('toRecipients'), step.raw('subject'), text], isHtml)
  }
  if (resource === 'message' && operation === 'getAll') {
    return { node: toMailbox(step, ''), shape: mailShape, hint: choose }
  }
  return { missing: 'There is no step for this action of the mailbox.' }
}

/** Steps that use an account. */
export const accounts: Readonly<Record<string, Mapper>> = {
  'n8n-nodes-base.gmail': gmail,
  'n8n-nodes-base.gmailTrigger': gmailTrigger,
  'n8n-nodes-base.microsoftOutlook': outlook,
  'n8n-nodes-base.microsoftOutlookTrigger': imapTrigger,
  'n8n-nodes-base.emailReadImap': imapTrigger,
  'n8n-nodes-base.emailSend': emailSend,
  'n8n-nodes-base.googleCalendar': calendar,
  'n8n-nodes-base.googleCalendarTrigger': calendarTrigger,
  'n8n-nodes-base.googleDrive': drive,
  'n8n-nodes-base.googleDriveTrigger': driveTrigger,
  'n8n-nodes-base.notion': notion,
  'n8n-nodes-base.notionTrigger': notionTrigger,
}
