import { z } from 'zod'

const text = z.string().trim().max(100).optional().catch(undefined)

/** The view of the posts, as the address states it. */
export const PostsSearch = z.object({
  /** The composer: `new`, or the id of the post that it edits. */
  compose: text,
  /** The moment of a new post whose slot was clicked, ISO 8601. */
  due: text,
})
export type PostsSearch = z.infer<typeof PostsSearch>
