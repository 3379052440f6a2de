import type { Deps } from '../deps.ts'
import type { MailboxPort, NodePorts } from '../nodes/ports.ts'
import { type Note, standInBoard, type TriedCards } from './stand-in-board.ts'

/** Thrown when a try first uses a port that reaches outside the platform or costs credit. */
export class OutsideError extends Error {}

interface Call {
  note: Note
  reach(): void
  cards: TriedCards
  deps: Pick<Deps, 'now' | 'newId'>
}

// Every function of the port rejects. A missing port stays missing, because a try must have the
// same nodes as a run.
function outside<T>(port: T, reach: () => void): T {
  const refuse = async (): Promise<never> => {
    reach()
    throw new OutsideError('A try sends nothing to other services')
  }
  const close = (value: unknown): unknown => {
    if (typeof value === 'function') return refuse
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, close(member)]))
  }
  return close(port) as T
}

interface NotedMail {
  to: string
  subject: string
  text: string
  replyTo?: string | undefined
  files?: readonly { name: string }[] | undefined
}

// Sending from a mailbox is noted like every other mail. Reading reaches outside.
const standInMailbox = (closed: MailboxPort, note: Note): MailboxPort => {
  const send = async ({ to, subject, text, replyTo, files = [] }: NotedMail) => {
    const more = {
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(files.length === 0 ? {} : { files: files.map(({ name }) => name) }),
    }
    note({ action: 'send_email', target: to, detail: { subject, text, ...more } })
    return { outcome: 'read', page: { state: 'sent', note: null } } as const
  }
  return { ...closed, send, sendFiles: send }
}

/**
 * Lists each port, because a new port must not be open by default. Ports reject if they reach
 * outside or cost credit.
 */
export function standInPorts(real: NodePorts, { note, reach, cards, deps }: Call): NodePorts {
  return {
    board: real.board === null ? null : standInBoard(real.board, cards, note, deps),
    searchInvoicing: real.searchInvoicing,
    roleOf: real.roleOf,
    findMember: real.findMember,
    findChannel: real.findChannel,
    orgSettings: real.orgSettings,
    texts: real.texts,
    // A try neither stores a file nor keeps one from deletion.
    itemFiles: {
      ...outside(real.itemFiles, reach),
      use: ({ orgId }, fileIds) => real.itemFiles.find(orgId, fileIds),
    },
    pause: async () => {},
    agentRuns: {
      async queue(_owner, { prompt, taskId, workspace }) {
        note({ action: 'queue_agent_run', target: taskId ?? null, detail: { prompt, workspace } })
      },
      ends: async () => new Map(),
    },
    approvals: {
      async ask(_node, { member: { email: to }, message }) {
        note({ action: 'ask_approval', target: to, detail: { message } })
      },
      settle: async () => undefined,
    },
    // A try sends nothing, so it does not count towards the limit.
    admitMail: async ({ recipients }) => ({
      refusal: null,
      skipped: [],
      sender: { name: '', address: '' },
      admitted: recipients.map((address) => ({ address, unsubscribeUrl: null })),
    }),
    hasMailRoom: async () => true,
    async sendMail({ recipient, subject, text, replyTo, files }) {
      const more = {
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(files === undefined ? {} : { files: files.map(({ name }) => name) }),
      }
      note({ action: 'send_email', target: recipient, detail: { subject, text, ...more } })
      return true
    },
    async deliver({ endpointId, data }) {
      note({ action: 'deliver_webhook', target: endpointId, detail: data })
      return 'queued'
    },
    fileDocuments:
      real.fileDocuments &&
      (async ({ documents }) => {
        for (const { title, ...facts } of documents)
          note({ action: 'file_document', target: title, detail: facts })
        return { enabled: true, filed: documents.length }
      }),
    invoicing: real.invoicing && {
      ...outside(real.invoicing, reach),
      findCustomers: real.invoicing.findCustomers,
      findInvoices: real.invoicing.findInvoices,
    },
    generateInvoices: outside(real.generateInvoices, reach),
    publishing: outside(real.publishing, reach),
    files: outside(real.files, reach),
    accounts: {
      ...outside(real.accounts, reach),
      ...(real.accounts.mailbox === undefined
        ? {}
        : { mailbox: standInMailbox(outside(real.accounts.mailbox, reach), note) }),
    },
    pages: outside(real.pages, reach),
    feeds: outside(real.feeds, reach),
    search: outside(real.search, reach),
    http: outside(real.http, reach),
    boards: outside(real.boards, reach),
    models: outside(real.models, reach),
    speech: outside(real.speech, reach),
  }
}
