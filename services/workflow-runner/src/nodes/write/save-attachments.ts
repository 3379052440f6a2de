import { maxDocumentBytes, type StoredFile, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError, ownText } from '../../engine/index.ts'
import { actOnItems } from '../act-on-items.ts'
import { connector, toReadTarget } from '../connector.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { FileReferences, requireFiles } from '../file-params.ts'
import type { NodePorts } from '../ports.ts'
import { readMessageId } from '../read/mail-item.ts'
import { readSource, streamMessages, tooLarge } from '../read/read-messages.ts'
import { type AssetSource, sourceOfBytes, sourceOfFile, storeAsset } from './store-asset.ts'

type Context = ContextOf<'org' | 'files'>
type Attached = { name: string; identity: string; source: AssetSource }

export const saveAttachments = defineNode({
  type: 'save_attachments',
  label: 'Save attachments',
  description:
    'Stores the PDFs, pictures, WAV sounds and MP4 videos of mail, and the files of other items, as private files of the organisation, each once',
  category: 'act',
  keywords: ['attachment', 'file', 'files', 'pdf', 'store', 'download', 'upload', 'mail'],
  params: z.object({
    connector: connector(
      'The mailbox that the messages come from. Items with their own files need none',
    ).optional(),
  }),
  emits: emitted({
    files: field.list('Saved files', [
      { name: 'invoice.pdf', url: 'https://atrium.example/api/assets/org_1/priv/file_1.pdf' },
    ]),
    file: field.url('First saved file', 'https://atrium.example/api/assets/org_1/priv/file_1.pdf'),
    unsaved: field.list('Not saved', [{ name: 'invoice.xml', reason: 'It is empty' }]),
  }),
  usesPersonsRights: true,
  needs: ['org', 'files'],
  async execute(items, _params, context) {
    const { orgId, ports, signal } = context
    const saving = { files: ports.files, orgId, signal }
    let count = 0
    let left = 0
    const act = async (
      item: WorkflowItem,
      _at: number,
      { connector: channel }: { connector?: string | undefined },
    ) => {
      const saved: (StoredFile & { name: string })[] = []
      const unsaved: { name: string; reason: string }[] = []
      const own = FileReferences.safeParse(item.json['files']).data ?? []
      const hasOwn = own.length > 0 || (Array.isArray(item.json['files']) && !isMessage(item))
      const attached = hasOwn
        ? filesOfItem(own, context)
        : filesOfMessage(item, channel ?? '', context)
      for await (const { name, identity, source } of attached) {
        const answer = await storeAsset(saving, { identity, fileName: name }, source, {
          most: maxDocumentBytes,
        })
        if ('file' in answer) saved.push({ name, ...answer.file })
        else unsaved.push({ name, reason: answer.problem })
        if (context.due()) await context.yield()
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

const isMessage = (item: WorkflowItem): boolean =>
  item.source?.scheme === 'mailbox' || ownText(item.json, 'messageId') !== ''

async function* filesOfItem(
  references: FileReferences,
  context: Context,
): AsyncGenerator<Attached> {
  const { orgId, ports } = context
  for (const file of await requireFiles(context, references)) {
    const { fileId, name } = file
    yield { name, identity: `file:${fileId}`, source: sourceOfFile(ports, orgId, file) }
  }
}

async function* filesOfMessage(
  item: WorkflowItem,
  channel: string,
  context: Context,
): AsyncGenerator<Attached> {
  const { ports, signal } = context
  const { mailbox } = ports.accounts
  const id = readMessageId(item)
  const target = toReadTarget(context, channel)
  if (mailbox === undefined) throw new NodeError('No mailbox provider is configured')
  const reading = { mailbox, ports, target, signal }
  for await (const message of streamMessages(reading, [id])) {
    if (message.tooLarge) throw new NodeError(message.problem ?? tooLarge)
    const source = await readSource(reading, message)
    const attached = source === undefined ? [] : await readAttachments(ports, target.orgId, source)
    for (const [place, { name, bytes }] of attached.entries()) {
      yield { name, identity: `mail:${channel}:${id}:${place}`, source: sourceOfBytes(bytes) }
    }
  }
}

async function readAttachments(
  { texts }: Pick<NodePorts, 'texts'>,
  orgId: string,
  source: Uint8Array,
) {
  try {
    return await texts.attachments(orgId, source)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NodeError(`The files of the message could not be read: ${reason}`)
  }
}
