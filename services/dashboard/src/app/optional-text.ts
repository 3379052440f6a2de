import { z } from 'zod'

/** A text of an address; none where it is no text. */
export const optionalText = z.string().optional().catch(undefined)
