import type { FoundKey, NumberKey } from './number-keys.ts'
import { eachEnding, findNumbers, numberEnding, numberKeys } from './number-keys.ts'
import { isNearName, isSameName, nameWords } from './payer-names.ts'

/** An open invoice as the matching sees it. */
export interface OpenInvoice {
  id: string
  number: string
  customerId: string
  customerName: string
  dueCents: number
  currency: string
}

/** A booking as the matching sees it. */
export interface Booking {
  amountCents: number
  currency: string
  counterparty: string | null
  iban: string | null
  reference: string | null
}

const amountKey = (currency: string, cents: number): string => `${currency} ${cents}`
// A word shared by this many customers tells nothing.
const mostSharing = 50

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const invoicesOfKey = map.get(key)
  if (invoicesOfKey === undefined) map.set(key, [value])
  else invoicesOfKey.push(value)
}

/**
 * Creates an index over open invoices. Each lookup takes constant time. Add invoices with the
 * earliest due date first. A number has about twenty forms, so the index contains the forms of an
 * invoice only after a text contained the ending of its number.
 */
export function createOpenInvoices() {
  const byKey = new Map<string, Array<NumberKey & { value: OpenInvoice }>>()
  const byEnding = new Map<string, OpenInvoice[]>()
  const byAmount = new Map<string, OpenInvoice[]>()
  const byCustomer = new Map<string, OpenInvoice[]>()
  const byWord = new Map<string, string[]>()
  const words = new Map<string, string[]>()
  const taken = new Set<string>()
  const free = (invoices: readonly OpenInvoice[] | undefined): OpenInvoice[] =>
    (invoices ?? []).filter(({ id }) => !taken.has(id))
  const indexEndings = (text: string): void => {
    for (const ending of eachEnding(text)) {
      for (const invoice of byEnding.get(ending) ?? [])
        for (const form of numberKeys(invoice.number))
          add(byKey, form.key, { ...form, value: invoice })
      byEnding.delete(ending)
    }
  }
  const findSharing = (own: readonly string[]): string[] => {
    const found = new Set<string>()
    for (const word of own) {
      const sharing = byWord.get(word.slice(0, 5)) ?? []
      if (sharing.length <= mostSharing) for (const id of sharing) found.add(id)
    }
    return [...found]
  }
  return {
    add(invoice: OpenInvoice): void {
      const { customerId, customerName, currency, dueCents } = invoice
      const ending = numberEnding(invoice.number)
      if (ending !== '') add(byEnding, ending, invoice)
      add(byAmount, amountKey(currency, dueCents), invoice)
      add(byCustomer, customerId, invoice)
      if (words.has(customerId)) return
      const own = nameWords(customerName)
      words.set(customerId, own)
      for (const word of own) add(byWord, word.slice(0, 5), customerId)
    },
    /** Takes an invoice out, because it was just paid. */
    take: (id: string): void => void taken.add(id),
    /** Returns the open invoices named in a text. */
    named(text: string): FoundKey<OpenInvoice>[] {
      indexEndings(text)
      return findNumbers(text, byKey).filter(({ value }) => !taken.has(value.id))
    },
    withAmount: (currency: string, cents: number): OpenInvoice[] =>
      free(byAmount.get(amountKey(currency, cents))),
    ofCustomer: (customerId: string, currency: string): OpenInvoice[] =>
      free(byCustomer.get(customerId)).filter((invoice) => invoice.currency === currency),
    /** Returns the customers with open invoices and the payer's name. */
    customersNamed(name: string | null): string[] {
      const own = nameWords(name ?? '')
      return findSharing(own).filter((id) => isSameName(own, words.get(id) ?? []))
    },
    /**
     * Returns the customers whose name is nearly the payer's, among those who share a word with it
     * and those given.
     */
    customersNear(name: string | null, others: readonly OpenInvoice[]): Set<string> {
      const own = nameWords(name ?? '')
      const ids = [...findSharing(own), ...others.map(({ customerId }) => customerId)]
      return new Set([...new Set(ids)].filter((id) => isNearName(own, words.get(id) ?? [])))
    },
  }
}

export type OpenInvoices = ReturnType<typeof createOpenInvoices>
