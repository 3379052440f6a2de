import type { DocumentInput, Invoice } from '@atrium/contracts'

/** The optional fields of an invoice as typed. Addresses are separated by commas. */
export interface DocumentOptions {
  readonly note: string
  readonly footer: string
  readonly orderNumber: string
  readonly buyerReference: string
  readonly contractNumber: string
  readonly serviceFrom: string
  readonly serviceTo: string
  readonly to: string
  readonly cc: string
}

/** The stored document fields behind the options. */
export type StoredOption = Exclude<keyof DocumentOptions, 'to' | 'cc'> | 'recipients'

export const noDocumentOptions: DocumentOptions = {
  note: '',
  footer: '',
  orderNumber: '',
  buyerReference: '',
  contractNumber: '',
  serviceFrom: '',
  serviceTo: '',
  to: '',
  cc: '',
}

/** Returns the typed fields of a stored invoice, or undefined if it has none. */
export function toDocumentOptions(
  invoice: Pick<Invoice, StoredOption>,
): DocumentOptions | undefined {
  const options = {
    note: invoice.note ?? '',
    footer: invoice.footer ?? '',
    orderNumber: invoice.orderNumber ?? '',
    buyerReference: invoice.buyerReference ?? '',
    contractNumber: invoice.contractNumber ?? '',
    serviceFrom: invoice.serviceFrom ?? '',
    serviceTo: invoice.serviceTo ?? '',
    to: invoice.recipients?.to.join(', ') ?? '',
    cc: invoice.recipients?.cc.join(', ') ?? '',
  }
  return Object.values(options).every((value) => value === '') ? undefined : options
}

const splitAddresses = (typed: string): string[] =>
  typed.split(/[\s,;]+/).filter((address) => address !== '')

/** Returns the texts and references that the document shows. An empty field becomes null. */
export function toDocumentTexts(options: DocumentOptions | undefined) {
  const { note, footer, orderNumber, buyerReference, contractNumber, serviceFrom, serviceTo } =
    options ?? noDocumentOptions
  const read = (text: string): string | null => (text.trim() === '' ? null : text.trim())
  return {
    note: read(note),
    footer: read(footer),
    orderNumber: read(orderNumber),
    buyerReference: read(buyerReference),
    contractNumber: read(contractNumber),
    serviceFrom: read(serviceFrom),
    serviceTo: read(serviceTo),
  }
}

/** Returns the fields of the request. An empty field becomes null. */
export function toDocumentInput(options: DocumentOptions | undefined): DocumentInput {
  if (options === undefined) return {}
  const [recipients, copies] = [splitAddresses(options.to), splitAddresses(options.cc)]
  return {
    ...toDocumentTexts(options),
    recipients: recipients.length + copies.length === 0 ? null : { to: recipients, cc: copies },
  }
}
