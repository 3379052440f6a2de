import { Readable } from 'node:stream'
import { getFile } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import { create } from 'content-disposition'
import type { Hono } from 'hono'
import type { ItemFiles } from './item-files.ts'

/** A browser shows these images without running anything. */
const shownTypes = /^image\/(?:png|jpeg|webp|gif|avif|apng)$/

export function fileRoutes(app: Hono<AppEnv>, files: ItemFiles): void {
  mount(app, getFile, async ({ c, principal, params }) => {
    const { file, blob } = await files.open(principal.orgId, params.fileId)
    const etag = `"${file.fileId}"`
    c.header('cache-control', 'private, no-cache')
    c.header('vary', 'Origin, Cookie')
    c.header('etag', etag)
    if (c.req.header('if-none-match') === etag) {
      await blob.close()
      return c.body(null, 304)
    }
    // The bytes are untrusted, so a browser must not interpret them as a page of this origin.
    c.header('x-content-type-options', 'nosniff')
    c.header('content-security-policy', "default-src 'none'; sandbox")
    c.header('content-type', file.contentType)
    c.header('content-length', String(blob.bytes))
    const type = shownTypes.test(file.contentType) ? 'inline' : 'attachment'
    c.header('content-disposition', create(file.name, { type }))
    if (c.req.method === 'HEAD') {
      await blob.close()
      return c.body(null, 200)
    }
    return c.body(Readable.toWeb(blob.stream()) as ReadableStream<Uint8Array>, 200)
  })
}
