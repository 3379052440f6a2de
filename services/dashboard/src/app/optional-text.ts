import { z } from 'zod'

/** A search parameter. Undefined if the parameter is not a string. */
export const optionalText = z.string().optional().catch(undefined)
