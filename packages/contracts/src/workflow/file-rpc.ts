import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

export const ReadItemFile = defineRpc({
  subject: 'workflow.read-file',
  description: 'A part of a file of the organisation’s runs; `not_found` if it is gone',
  input: z.object({
    orgId: z.string(),
    fileId: z.string().max(200),
    offset: z.number().int().min(0),
  }),
  output: z.object({
    /** Base64. */
    bytes: z.string(),
    size: z.number().int(),
    next: z.number().int().nullable(),
  }),
})
