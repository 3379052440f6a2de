import { readMessage } from './read-message.ts'
import type { AttachedFile } from './text-requests.ts'

/**
 * Returns a message's files and those in messages attached to it. An attached message itself is no
 * file, because its text is part of the conversation.
 */
export async function attachedFiles(bytes: Uint8Array): Promise<AttachedFile[]> {
  const { parts } = await readMessage(bytes)
  return parts
    .filter(({ message }) => message === undefined)
    .map(({ name, contentType, bytes: data }) => ({ name, contentType, bytes: data }))
}
