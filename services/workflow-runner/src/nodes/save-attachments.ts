import { hash } from 'node:crypto'
import type { StoredFile, WorkflowItem } from '@atrium/contracts'
import { maxDocumentBytes, maxFilePart } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError } from '../engine/index.ts'
import { actOnItems } from './act-on-items.ts'
import { connector, readTargetOf } from './connector.ts'
import { defineNode } from './define-node.ts'
import { messageIdOf } from './mail-item.ts'
import type { NodePorts } from './ports.ts'
import { messagesOf, sourceOf } from './read-messages.ts'

interface Saving {
  files: NonNullable<NodePorts['files']>
  orgId: string
  signal: AbortSignal
}

type Saved = { file: StoredFile } | { problem: string }

const mostRestarts = 2

/** Stores one file, part by part; the same file under the same name is stored once. */
async function save(
  { files, orgId, signal }: Saving,
  name: string,
  { name: fileName, bytes }: { name: string; bytes: Uint8Array },
): Promise<Saved> {
  const size = bytes.length
  if (size === 0) return { problem: 'it is empty' }
  if (size > maxDocumentBytes) return { problem: `it is larger than ${maxDocumentBytes} bytes` }
  const digest = hash('sha256', bytes)
  for (let restarts = 0, offset = 0; ; ) {
    const part = Buffer.from(bytes.subarray(offset, offset + maxFilePart)).toString('base64')
    const answer = await files.store(
      { orgId, name, fileName: fileName.slice(0, 2_000), digest, size, offset, bytes: part },
      signal,
    )
    if (answer.outcome === 'stored') return { file: answer.file }
    if (answer.outcome === 'refused') return { problem: answer.message }
    if (answer.outcome === 'more' && answer.next > offset) {
      offset = answer.next
      continue
    }
    if (restarts === mostRestarts) throw new NodeError('A file could not be stored in one piece')
    restarts += 1
    offset = 0
  }
}

export const saveAttachments = defineNode({
  type: 'save_attachments',
  label: 'Save attachments',
  description:
    'Stores the PDFs, pictures, WAV sounds and MP4 videos of mail as private files of the organisation, each once',
  category: 'act',
  params: z.object({ connector: connector('The mailbox of the messages') }),
  emits: ['files', 'file', 'unsaved'],
  usesPersonsRights: true,
  needs: ['org', 'mailbox', 'files'],
  async execute(items, _params, context) {
    const { ports, signal } = context
    const { mailbox } = ports.accounts
    const { files } = ports
    let count = 0
    let left = 0
    const act = async (item: WorkflowItem, _at: number, { connector: channel }: { connector: string }) => {
      const target = readTargetOf(context, channel)
      const reading = { mailbox, ports, target, signal }
      const id = messageIdOf(item)
      const saved: (StoredFile & { name: string })[] = []
      const unsaved: { name: string; reason: string }[] = []
      for await (const message of messagesOf(reading, [id])) {
        if (message.tooLarge) throw new NodeError('The message is too large to be read')
        const source = await sourceOf(reading, message)
        const attached = source === undefined ? [] : await attachedOf(ports, target.orgId, source)
        for (const [place, attachment] of attached.entries()) {
          const { name } = attachment
          const identity = `mail:${channel}:${id}:${place}`
          const answer = await save({ files, orgId: target.orgId, signal }, identity, attachment)
          if ('file' in answer) saved.push({ name, ...answer.file })
          else unsaved.push({ name, reason: answer.problem })
          if (context.due()) await context.yield()
        }
      }
      count += saved.length
      left += unsaved.length
      const file = saved[0]?.url ?? null
      return context.derive(item, { json: { ...item.json, files: saved, file, unsaved } })
    }
    const notes = () => [
      `${count} files saved`,
      ...(left === 0 ? [] : [`${left} of a kind that is not stored`]),
    ]
    return actOnItems(items, context, act, { notes })
  },
})

async function attachedOf({ texts }: Pick<NodePorts, 'texts'>, orgId: string, source: Uint8Array) {
  try {
    return await texts.attachments(orgId, source)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NodeError(`The files of the message could not be read: ${reason}`)
  }
}
