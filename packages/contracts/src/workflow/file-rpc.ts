import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { partOfFile } from '../reading/outcome.ts'

export const ReadItemFile = defineRpc({
  subject: 'workflow.read-file',
  description: 'A part of a file of the organisation’s runs; `not_found` if it is gone',
  input: z.object({
    orgId: z.string(),
    fileId: z.string().max(200),
    offset: z.number().int().min(0),
  }),
  output: z.object(partOfFile),
})
