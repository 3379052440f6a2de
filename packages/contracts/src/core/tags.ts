import { z } from 'zod'

// Without NUL because the database would drop it. Trimmed and not empty.
const Tag = z
  .string()
  .overwrite((tag) => tag.replaceAll('\u0000', ''))
  .trim()
  .min(1)
  .max(100)
export const Tags = z
  .array(Tag)
  .max(50)
  .transform((tags) => [...new Set(tags)])
