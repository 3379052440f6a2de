import PostalMime from 'postal-mime'
import { mailLimits } from './mail-text.ts'
import { type AttachedFile, bounded, mostAttachments } from './text-requests.ts'

const longestName = 200

/** The files of a message. A picture inside its text is none. Throws for a message that cannot be read at all. */
export async function attachedFiles(bytes: Uint8Array): Promise<AttachedFile[]> {
  const { attachments } = await PostalMime.parse(bytes, mailLimits)
  return attachments
    .filter(({ related, disposition, mimeType }) => {
      const inside = related === true || disposition === 'inline'
      return !(inside && mimeType.startsWith('image/'))
    })
    .slice(0, mostAttachments)
    .map(({ filename, mimeType, content }) => ({
      name: bounded(filename ?? 'attachment')
        .text.slice(0, longestName)
        .toWellFormed(),
      contentType: mimeType,
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    }))
}
