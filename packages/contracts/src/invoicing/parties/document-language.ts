import { z } from 'zod'

export const documentLanguages = ['en', 'fr', 'de', 'es'] as const

export const DocumentLanguage = z.enum(documentLanguages)
export type DocumentLanguage = z.infer<typeof DocumentLanguage>
