import {
  type Card,
  type Customer,
  cardTitle,
  getCard,
  getCustomer,
  getInvoice,
  type Invoice,
  type InvoiceListItem,
  listCards,
  listInvoices,
} from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { PlatformCaller } from '../platform/platform-caller.ts'
import { cardDocument, invoiceDocument, postDocument } from './render-document.ts'

const mimeType = 'text/markdown'
/** Number of newest records per kind in the list. Every other record also has a URI. */
const listedOfEach = 15
const none = { params: {}, query: {}, body: undefined }

const kinds = ['cards', 'posts', 'invoices'] as const
const titles = { cards: 'A card', posts: 'A post', invoices: 'An invoice' } as const

export const documentTemplates = kinds.map((kind) => ({
  uriTemplate: `atrium://${kind}/{id}`,
  name: kind,
  title: titles[kind],
  description: `${titles[kind]} as a readable document`,
  mimeType,
}))

/**
 * Lists the newest cards, posts and invoices, and leaves out what the caller may not list. Throws a
 * protocol error.
 */
export async function listDocuments(platform: PlatformCaller) {
  const query = { limit: listedOfEach }
  const [cards, posts, invoices] = await Promise.all([
    readItems<Card>(
      platform.call(listCards, { ...none, query: { ...query, kind: ['task', 'link', 'contact'] } }),
    ),
    readItems<Card>(platform.call(listCards, { ...none, query: { ...query, kind: 'post' } })),
    readItems<InvoiceListItem>(platform.call(listInvoices, { ...none, query })),
  ])
  return {
    resources: [
      ...cards.map((card) => ({
        uri: `atrium://cards/${card.id}`,
        name: cardTitle(card),
        mimeType,
      })),
      ...posts.map((post) => ({
        uri: `atrium://posts/${post.id}`,
        name: cardTitle(post),
        mimeType,
      })),
      ...invoices.map(({ id, number, customerName }) => ({
        uri: `atrium://invoices/${id}`,
        name: `${number ?? 'Draft'} · ${customerName}`,
        mimeType,
      })),
    ],
  }
}

async function readItems<T>(page: Promise<unknown>): Promise<readonly T[]> {
  try {
    return ((await page) as { items: readonly T[] }).items
  } catch (error) {
    if (error instanceof AtriumError && error.status === 403) return []
    throw toProtocolError(error)
  }
}

const address = /^atrium:\/\/(cards|posts|invoices)\/([A-Za-z0-9_-]{1,100})$/
const resourceNotFound = -32002

/**
 * Reads a document by its URI. Throws a protocol error if the URI has no record or the platform
 * rejects the request.
 */
export async function readDocument(platform: PlatformCaller, uri: string) {
  const [, kind, id = ''] = address.exec(uri) ?? []
  if (kind === undefined)
    throw new McpError(resourceNotFound, 'Document not found', { uri: uri.slice(0, 200) })
  const parts = { ...none, params: { id } }
  try {
    const text =
      kind === 'invoices'
        ? await describeInvoice(platform, (await platform.call(getInvoice, parts)) as Invoice)
        : cardOrPost((await platform.call(getCard, parts)) as Card)
    return { contents: [{ uri, mimeType, text }] }
  } catch (error) {
    if (error instanceof AtriumError && error.status === 404) {
      throw new McpError(resourceNotFound, 'Document not found', { uri })
    }
    throw toProtocolError(error)
  }
}

/**
 * Converts a platform error to a protocol error. A temporary error becomes an internal error, so
 * the client does not take its request for invalid.
 */
function toProtocolError(error: unknown): unknown {
  if (!(error instanceof AtriumError)) return error
  const mayPass = error.status === 429 || error.status >= 500
  const code = mayPass ? ErrorCode.InternalError : ErrorCode.InvalidRequest
  return new McpError(code, `${error.code}: ${error.message}`)
}

async function describeInvoice(platform: PlatformCaller, invoice: Invoice): Promise<string> {
  if (invoice.buyer != null) return invoiceDocument(invoice, invoice.buyer.name)
  const parts = { ...none, params: { id: invoice.customerId } }
  const { name } = (await platform.call(getCustomer, parts)) as Customer
  return invoiceDocument(invoice, name)
}

const cardOrPost = (card: Card): string =>
  card.kind === 'post' ? postDocument(card) : cardDocument(card)
