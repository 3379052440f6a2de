import { type ItemFile, maxFilesOfItem } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError } from '../engine/index.ts'
import type { KeptFile } from '../files/files-of-runs.ts'
import type { ContextOf } from './define-node.ts'

/** Only the id is used. Name, type and size are read from the stored file. */
const FileReference = z.looseObject({ fileId: z.string().min(1).max(200) })

const toList = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return []
  // A text is either an unresolved expression or a mistake. If it is a mistake, the schema refuses
  // it under the right path.
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.flat() : [value]
}

export const FileReferences = z.array(FileReference).max(maxFilesOfItem)
export type FileReferences = z.output<typeof FileReferences>

/** Returns a parameter for one file or a list of files. The default is no file. */
export const filesParam = (about: string) =>
  z.preprocess(toList, FileReferences).optional().meta({ format: 'files' }).describe(about)

/**
 * Finds the referenced files, each once and in order. Throws `NodeError` if a file does not exist.
 */
export async function requireFiles(
  { orgId, runId, ports }: Pick<ContextOf<'org'>, 'orgId' | 'runId' | 'ports'>,
  references: FileReferences | undefined,
): Promise<KeptFile[]> {
  const ids = [...new Set((references ?? []).map(({ fileId }) => fileId))]
  if (ids.length === 0) return []
  const found = await ports.itemFiles.use({ orgId, runId }, ids)
  const filesById = new Map(found.map((file) => [file.fileId, file]))
  return ids.map((id) => {
    const file = filesById.get(id)
    if (file === undefined)
      throw new NodeError(`The file ${id.slice(0, 60)} does not exist. It may have been deleted`)
    return file
  })
}

export const toReference = ({ fileId, name, contentType, bytes }: KeptFile): ItemFile => ({
  fileId,
  name,
  contentType,
  bytes,
})
