import { z } from 'zod'
import { tagged } from '../core/tagged.ts'

export const openTrackedLink = tagged('Posts').public.get('openTrackedLink', '/l/{code}', {
  sdk: null,
  summary: 'Follow a tracked link of a post',
  description:
    'A link in the first comment of a published post. Each `GET` counts as a click in the card’s `post.clicks`.',
  params: z.object({ code: z.string().describe('The code in the tracked link.') }),
  responses: { 302: { description: 'The link', headers: { Location: 'The address of the link' } } },
})
