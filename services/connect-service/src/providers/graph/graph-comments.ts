import type { NetworkComment } from '@atrium/contracts'
import { z } from 'zod'
import { hasCode, rescued } from '../../network/network-error.ts'
import { type Api, pageAt } from '../api.ts'
import type { Provider } from '../provider.ts'
import { nodePath } from './graph-client.ts'

export const Created = z.object({ id: z.coerce.string().min(1) })

interface CommentShape<S extends z.ZodType> {
  comment: S
  /** The fields to request: the comment's own without its author, and the author's. */
  fields: string
  authorFields: string
  limit: number
  toComment(comment: z.output<S>): NetworkComment
}

/** Writes comments and reads them back, with one network's field names for this API. */
export function graphComments<S extends z.ZodType>(
  graph: Api,
  shape: CommentShape<S>,
): Pick<Provider, 'comment' | 'readComments'> {
  const schema = z.object({
    data: z.array(shape.comment),
    paging: z
      .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
      .optional()
      .catch(undefined),
  })
  return {
    async comment(by, externalId, message) {
      const path = nodePath(externalId, 'comments')
      const { id } = await graph({ path, by, creates: true, schema: Created, body: { message } })
      return { externalId: id }
    },
    async readComments(by, { externalId, cursor }) {
      const read = (fields: string) => {
        const query = { fields, limit: String(shape.limit), ...pageAt('after', cursor) }
        return graph({ path: nodePath(externalId, 'comments'), by, query, schema })
      }
      const whole = read(`${shape.fields},${shape.authorFields}`)
      // The network refuses the whole request if one author is hidden, so repeat the request
      // without authors.
      const { data, paging } = await rescued(whole, hasCode(100), () => read(shape.fields))
      const next = paging?.next === undefined ? undefined : paging.cursors?.after
      return { comments: data.map(shape.toComment), next: next ?? null }
    },
  }
}
