import { type ItemFile, maxFilesOfItem } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError } from '../engine/index.ts'
import type { KeptFile } from '../files/files-of-runs.ts'
import type { ContextOf } from './define-node.ts'

/** A file of an item. Only its id counts: name, type and size are read from what was stored. */
const FileReference = z.looseObject({ fileId: z.string().min(1).max(200) })

const toList = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return []
  // A text is an expression that is not resolved yet, or no file: the schema refuses it under its own path.
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.flat() : [value]
}

export const ItemReferences = z.array(FileReference).max(maxFilesOfItem)
export type FileReferences = z.output<typeof ItemReferences>

/** The parameter of a node that takes files: one file, or a list of files; none by default. */
export const filesParam = (about: string) =>
  z.preprocess(toList, ItemReferences).optional().meta({ format: 'files' }).describe(about)

/** The files that references name, each once and in their order. Throws `NodeError` if one is not there. */
export async function requireFiles(
  { orgId, runId, ports }: Pick<ContextOf<'org'>, 'orgId' | 'runId' | 'ports'>,
  references: FileReferences | undefined,
): Promise<KeptFile[]> {
  const ids = [...new Set((references ?? []).map(({ fileId }) => fileId))]
  if (ids.length === 0) return []
  const found = await ports.itemFiles.use({ orgId, runId }, ids)
  const known = new Map(found.map((file) => [file.fileId, file]))
  return ids.map((id) => {
    const file = known.get(id)
    if (file === undefined)
      throw new NodeError(`There is no file ${id.slice(0, 60)}. It may have been deleted`)
    return file
  })
}

export const toReference = ({ fileId, name, contentType, bytes }: KeptFile): ItemFile => ({
  fileId,
  name,
  contentType,
  bytes,
})
