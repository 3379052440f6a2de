import { foldText } from './fold-text.ts'
import { phoneKeys } from './search-terms.ts'

/** Folds a name as in searches, and leaves single blanks, so duplicates can be found. */
export const foldForComparison = (text: string): string =>
  foldText(text).trim().replace(/\s+/g, ' ')

/** What people and companies are recognised by. A blank text counts as missing. */
export interface ContactFacts {
  name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
}

/** What two contacts have in common, from the strongest to the weakest sign. */
export const contactMatches = ['email', 'phone', 'name'] as const
export type ContactMatch = (typeof contactMatches)[number]

// Accents stay, because two mailboxes may differ in one accent only.
const emailKey = (email: string): string => email.trim().toLowerCase()

type Keys = Record<ContactMatch, { stored: string[]; wanted: string[] }>

const oneKey = (key: string) => (key === '' ? [] : [key])

function findKeys({ name, email, phone }: ContactFacts): Keys {
  const [names, emails] = [oneKey(foldForComparison(name ?? '')), oneKey(emailKey(email ?? ''))]
  return {
    email: { stored: emails, wanted: emails },
    phone: phoneKeys(phone ?? ''),
    name: { stored: names, wanted: names },
  }
}

/**
 * Finds known contacts by email address, phone number (with or without the country prefix) or name,
 * regardless of case and accents. A search takes the same time however many contacts there are. If
 * two contacts match, the one added first is found.
 */
export function indexContacts<T>() {
  const found: Record<ContactMatch, Map<string, T>> = {
    email: new Map(),
    phone: new Map(),
    name: new Map(),
  }
  return {
    add(facts: ContactFacts, contact: T): void {
      const keys = findKeys(facts)
      for (const match of contactMatches)
        for (const key of keys[match].stored)
          if (!found[match].has(key)) found[match].set(key, contact)
    },
    /** Returns the first match of the strongest kind, among the allowed kinds. */
    find(
      facts: ContactFacts,
      allowed: readonly ContactMatch[] = contactMatches,
    ): { contact: T; by: ContactMatch } | undefined {
      const keys = findKeys(facts)
      for (const by of allowed)
        for (const key of keys[by].wanted) {
          const contact = found[by].get(key)
          if (contact !== undefined) return { contact, by }
        }
      return undefined
    },
  }
}
