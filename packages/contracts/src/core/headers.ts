import { z } from 'zod'

/** The version of a record, in an answer with it. */
export const etag = { ETag: 'The version; send it back in `If-Match`' } as const

/** The version that a change expects. */
export const ifMatch = z.object({ 'if-match': z.string().optional() })

/** What an answer with a file says about it. */
export const fileName = { 'Content-Disposition': 'The name of the file' } as const
