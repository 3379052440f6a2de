import type { NodePorts } from '../nodes/ports.ts'
import { type Note, standInBoard, type TriedCards } from './stand-in-board.ts'

/** Thrown at the first use of a port that leads out of the platform, or that takes credit. */
export class OutsideError extends Error {}

interface Call {
  note: Note
  reach(): void
  cards: TriedCards
  now(): number
}

// A port whose every function rejects; closed ports stay closed, so that nodes are as available as in a run.
function outside<T>(port: T, reach: () => void): T {
  const refuse = async (): Promise<never> => {
    reach()
    throw new OutsideError('A try does nothing outside the platform')
  }
  const close = (value: unknown): unknown => {
    if (typeof value === 'function') return refuse
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, close(member)]))
  }
  return close(port) as T
}

/** Each port is named, so that a new one does not open by itself; those that lead outside or cost credit reject. */
export function standInPorts(real: NodePorts, { note, reach, cards, now }: Call): NodePorts {
  return {
    board: real.board === null ? null : standInBoard(real.board, cards, note, now),
    searchInvoicing: real.searchInvoicing,
    roleOf: real.roleOf,
    findChannel: real.findChannel,
    orgSettings: real.orgSettings,
    texts: real.texts,
    // A try stores no file and keeps none alive.
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
    // A try sends nothing, so it counts towards no limit.
    admitMail: async ({ recipients }) => ({
      refusal: null,
      skipped: [],
      sender: { name: '', address: '' },
      admitted: recipients.map((address) => ({ address, unsubscribeUrl: null })),
    }),
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
    generateInvoices: outside(real.generateInvoices, reach),
    publishing: outside(real.publishing, reach),
    files: outside(real.files, reach),
    accounts: outside(real.accounts, reach),
    pages: outside(real.pages, reach),
    search: outside(real.search, reach),
    http: outside(real.http, reach),
    boards: outside(real.boards, reach),
    models: outside(real.models, reach),
    speech: outside(real.speech, reach),
  }
}
