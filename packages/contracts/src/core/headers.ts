import { z } from 'zod'

export const etag = { ETag: 'The version; send it back in `If-Match`' } as const

export const ifMatch = z.object({
  'if-match': z
    .string()
    .optional()
    .describe('The `ETag` that you read. The response is 412 if the record has changed since.'),
})

export const fileName = { 'Content-Disposition': 'The name of the file' } as const
