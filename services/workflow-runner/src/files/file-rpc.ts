import { maxReadBytes, ReadItemFile } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { ItemFiles } from './item-files.ts'

/** Serves a file part by part, because a message of the bus is small. */
export const fileRpc = (files: Pick<ItemFiles, 'open'>): RpcHandler =>
  rpcHandler(ReadItemFile, async ({ orgId, fileId, offset }) => {
    const { blob } = await files.open(orgId, fileId)
    const size = blob.bytes
    const end = Math.min(size, offset + maxReadBytes)
    if (offset >= end) {
      await blob.close()
      return { bytes: '', size, next: null }
    }
    const parts: Buffer[] = []
    for await (const part of blob.stream({ start: offset, end: end - 1 })) parts.push(part)
    const bytes = Buffer.concat(parts).toString('base64')
    return { bytes, size, next: end < size ? end : null }
  })
