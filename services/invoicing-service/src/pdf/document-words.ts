import type { DocumentLanguage } from '@atrium/contracts'
import { type DocumentWords, en } from './english-words.ts'
import { de, es, fr } from './translated-words.ts'

export const documentWords: Readonly<Record<DocumentLanguage, DocumentWords>> = { en, fr, de, es }

export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)
