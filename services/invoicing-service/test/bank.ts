import { type BankStatement, type BankTransaction, newId } from '@atrium/contracts'
import { type Caller, createCustomer, createDraft, type Harness, toId } from './harness.ts'

export const ownIban = 'DE89370400440532013000'

export interface Entry {
  amount?: string
  direction?: 'CRDT' | 'DBIT'
  day?: string
  status?: string
  bankReference?: string
  name?: string
  iban?: string
  text?: string
  more?: string
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const element = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>`

const toEntry = (entry: Entry, currency: string) => {
  const { amount = '360.00', direction = 'CRDT', day = '2026-11-20', status = 'BOOK' } = entry
  const party = direction === 'CRDT' ? 'Dbtr' : 'Cdtr'
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
  <Sts>${status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>${element('AcctSvcrRef', entry.bankReference)}
  <NtryDtls><TxDtls><RltdPties><${party}>${element('Nm', entry.name)}</${party}>
  ${entry.iban === undefined ? '' : `<${party}Acct><Id><IBAN>${entry.iban}</IBAN></Id></${party}Acct>`}
  </RltdPties><RmtInf>${element('Ustrd', entry.text)}</RmtInf>${entry.more ?? ''}</TxDtls></NtryDtls></Ntry>`
}

interface CamtOptions {
  iban?: string
  currency?: string
  message?: 'camt.052' | 'camt.053'
}
const elements = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
} as const

/** Writes a CAMT.053 statement, or a CAMT.052 report. */
export function camt(
  entries: readonly Entry[],
  { iban = ownIban, currency = 'EUR', message = 'camt.053' }: CamtOptions = {},
): string {
  const [root, group] = elements[message]
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.08"><${root}><GrpHdr><MsgId>1</MsgId></GrpHdr>
<${group}><Id>1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${entries.map((entry) => toEntry(entry, currency)).join('\n')}</${group}></${root}></Document>`
}

/** Returns the calls of an organisation's bank. */
export function openBank(harness: Harness, call: Caller = harness.as('admin')) {
  const upload = async (
    file: string | Uint8Array,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set(
      'file',
      new Blob([typeof file === 'string' ? file : new Uint8Array(file)]),
      'statement.xml',
    )
    const response = await call.raw('/api/bank/statements', {
      method: 'POST',
      body: form,
      headers,
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: JSON.parse(text) as BankStatement & { code: string; detail: string },
    }
  }
  const list = async (query = '') =>
    (await call('GET', `/api/bank/transactions${query}`)).body as unknown as {
      items: BankTransaction[]
      total: number
    }
  return {
    call,
    upload,
    list,
    /** Returns the only transaction. */
    async only(): Promise<BankTransaction> {
      const { items } = await list()
      if (items.length !== 1 || items[0] === undefined) throw new Error(`${items.length} rows`)
      return items[0]
    },
    act: (id: string, action: string, body?: object) =>
      call('POST', `/api/bank/transactions/${id}/${action}`, body),
    /** Issues an invoice, by default of 360.00. */
    async invoice(more: object = {}, customer: object = {}) {
      const customerId = await createCustomer(call, {
        email: `${newId('cus')}@buyers.example`,
        ...customer,
      })
      const id = await createDraft(call, { customerId, ...more })
      const issued = await call('POST', `/api/invoicing/${id}/finalize`)
      return { id, customerId, number: String(issued.body['number']) }
    },
    read: async (id: string) => (await call('GET', `/api/invoicing/${id}`)).body,
    payments: async (id: string) =>
      (
        (await call('GET', `/api/invoicing/${id}/payments`)).body as unknown as {
          items: Array<{ id: string; amountCents: number; bankTransactionId: string | null }>
        }
      ).items,
    toId,
  }
}
