import { documentsAtMost, type FileDocuments, type WorkflowItem } from '@atrium/contracts'
import type { z } from 'zod'
import { type NodeContext, ownText } from '../../engine/index.ts'
import type { NodePorts } from '../ports.ts'
import type { Gate } from './invoice-gate.ts'

type Filed = z.input<typeof FileDocuments.input>['documents'][number]

/** An invoice item. `at` is its index in the batch. */
export interface FoundInvoice {
  item: WorkflowItem
  at: number
  invoice: Gate['invoice']
}

const textAt = ({ json }: WorkflowItem, key: string, longest: number): string | null =>
  ownText(json, key).trim().slice(0, longest) || null

function readMoment(item: WorkflowItem, otherwise: Date): string {
  const moment = new Date(textAt(item, 'date', 40) ?? Number.NaN)
  return (Number.isNaN(moment.getTime()) ? otherwise : moment).toISOString()
}

// Only web addresses are kept, because a browser would run some other schemes.
const webAddress = (url: string | null): string | null =>
  /^https?:\/\//i.test(url ?? '') ? url : null

function toDocument({ item, at, invoice }: FoundInvoice, context: NodeContext<NodePorts>): Filed {
  const { scheme = 'workflow', host } = item.source ?? {}
  return {
    source: (host === undefined ? scheme : `${scheme}://${host}`).slice(0, 120),
    externalId: (item.externalId ?? context.idempotencyKey(at)).slice(0, 500),
    supplier: textAt(item, 'from', 320),
    title: textAt(item, 'title', 500) ?? invoice.file?.slice(0, 500) ?? 'Without a title',
    number: invoice.number?.slice(0, 120) ?? null,
    currency: /^[A-Z]{3}$/.test(invoice.currency ?? '') ? invoice.currency : null,
    totalAmountCents: invoice.totalAmountCents,
    file: invoice.file?.slice(0, 500) ?? null,
    url: webAddress(textAt(item, 'url', 2_000)),
    receivedAt: readMoment(item, new Date(context.now())),
  }
}

/**
 * Files invoices with accounting, each once per source. Returns the number of new ones, or
 * undefined if accounting is off.
 */
export async function fileInvoices(
  found: readonly FoundInvoice[],
  context: NodeContext<NodePorts>,
) {
  const { orgId, workflowId, runId, ports, signal } = context
  if (ports.fileDocuments === null || orgId === null || found.length === 0) return undefined
  let filed = 0
  for (let first = 0; first < found.length; first += documentsAtMost) {
    const documents = found
      .slice(first, first + documentsAtMost)
      .map((each) => toDocument(each, context))
    const answer = await ports.fileDocuments({ orgId, workflowId, runId, documents }, signal)
    if (!answer.enabled) return undefined
    filed += answer.filed
  }
  return filed
}
