import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import type { Connection, Provider, ReadComment } from '../provider.ts'

/** What the API answers for something that was made. */
export const Created = z.looseObject({ id: z.coerce.string().min(1) })

/** The path of what hangs below a node. */
export const edgeOf = (id: string, edge: string): string => `/${encodeURIComponent(id)}/${edge}`

/** How a network names what we read of a comment. */
interface CommentShape<S extends z.ZodType> {
  comment: S
  /** The fields to ask for without the author, and those of the author. */
  fields: string
  authorFields: string
  limit: number
  toComment(comment: z.output<S>): ReadComment
}

/** Commenting and reading comments back, as every network of this API does it, each with field names of its own. */
export function graphComments<S extends z.ZodType>(
  graph: Api,
  shape: CommentShape<S>,
): Pick<Provider, 'comment' | 'readComments'> {
  const schema = z.looseObject({ data: z.array(shape.comment) })
  const read = async (
    { accountId, accessToken }: Connection,
    externalId: string,
    fields: string,
  ): Promise<ReadComment[]> => {
    const { data } = await graph({
      path: edgeOf(externalId, 'comments'),
      token: accessToken,
      accountId,
      query: { fields, limit: String(shape.limit) },
      schema,
    })
    return data.map(shape.toComment)
  }
  return {
    async comment({ accountId, accessToken }, externalId, message) {
      const { id } = await graph({
        path: edgeOf(externalId, 'comments'),
        token: accessToken,
        accountId,
        creates: true,
        schema: Created,
        body: { message },
      })
      return { externalId: id }
    },
    async readComments(connection, externalId) {
      try {
        return await read(connection, externalId, `${shape.fields},${shape.authorFields}`)
      } catch (error) {
        // The network refuses the whole request when one author may not be seen: once more without.
        if (!(error instanceof NetworkError) || error.code !== 100) throw error
        return read(connection, externalId, shape.fields)
      }
    },
  }
}
