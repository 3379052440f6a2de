import { maxDocumentBytes } from '@atrium/contracts'
import { NodeError, PassingError } from '../../engine/index.ts'
import type { KeptFile } from '../../files/files-of-runs.ts'
import type { ContextOf } from '../define-node.ts'
import { sourceOfFile, storeAsset } from '../write/store-asset.ts'

const mediaTypes = /^(?:image|video)\//

/**
 * Copies the item's pictures and videos to the organisation's public files, each once, because a
 * network has to fetch them. Returns their addresses. Throws `NodeError` if a post cannot show a
 * file.
 */
export async function publishFiles(
  { orgId, ports, signal }: Pick<ContextOf<'org'>, 'orgId' | 'ports' | 'signal'>,
  files: readonly KeptFile[],
): Promise<string[]> {
  const addresses: string[] = []
  for (const file of files) {
    if (!mediaTypes.test(file.contentType)) {
      throw new NodeError(`"${file.name}" is no picture and no video, so a post cannot show it`)
    }
    if (ports.files === null) throw new PassingError('The file storage does not respond')
    const saving = { files: ports.files, orgId, signal }
    const source = sourceOfFile(ports, orgId, file)
    const names = { identity: `file:${file.fileId}`, fileName: file.name }
    const limits = { visibility: 'pub', most: maxDocumentBytes } as const
    const answer = await storeAsset(saving, names, source, limits)
    if ('problem' in answer)
      throw new NodeError(`"${file.name}" cannot be in a post: ${answer.problem}`)
    addresses.push(answer.file.url)
  }
  return addresses
}
