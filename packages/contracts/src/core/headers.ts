import { z } from 'zod'

export const etag = { ETag: 'The version; send it back in `If-Match`' } as const

export const ifMatch = z.object({ 'if-match': z.string().optional() })

export const fileName = { 'Content-Disposition': 'The name of the file' } as const
