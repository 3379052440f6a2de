import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

/** Most products, and most events, that a page shows. */
export const catalogueAtMost = 50

export const PublicCatalogue = defineRpc({
  subject: 'invoicing.public-catalogue',
  description:
    'The published products and the coming events of an org, written in its language for its pages',
  input: z.object({ orgId: z.string() }),
  output: z.object({
    products: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        price: z.string(),
        url: z.string(),
      }),
    ),
    events: z.array(
      z.object({
        title: z.string(),
        when: z.string(),
        place: z.string(),
        description: z.string(),
        url: z.string(),
      }),
    ),
  }),
  timeoutMs: 3_000,
})
