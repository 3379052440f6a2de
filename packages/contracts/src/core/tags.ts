import { z } from 'zod'

// Without NUL, which the database would drop; trimmed, not empty, each once.
const Tag = z
  .string()
  .overwrite((tag) => tag.replaceAll('\u0000', ''))
  .trim()
  .min(1)
  .max(100)
/** The tags of a record, each once. */
export const Tags = z
  .array(Tag)
  .max(50)
  .transform((tags) => [...new Set(tags)])
