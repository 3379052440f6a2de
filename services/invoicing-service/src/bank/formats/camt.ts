import { SaxesParser } from 'saxes'
import { type CamtEntry, entryRows, newEntry, readDetail, readEntry } from './camt-entry.ts'
import { cleanAccount, type TakeRow, UnreadableStatement } from './statement-row.ts'

const roots = new Set(['BkToCstmrStmt', 'BkToCstmrAcctRpt', 'BkToCstmrDbtCdtNtfctn'])
const groups = new Set(['Stmt', 'Rpt', 'Ntfctn'])
const longestText = 5_000
const deepest = 60
const slice = 262_144

/**
 * Reads CAMT.052, .053 and .054 in any version (ISO 20022). Elements are found by their path below
 * the statement, because the namespace differs with the version. A document type is refused, so
 * there are no entities to expand. Returns the name of the message.
 */
export function readCamt(text: string, take: TakeRow): string {
  const parser = new SaxesParser()
  const path: string[] = []
  let group: { account: string | null; currency: string | null } | undefined
  let entry: CamtEntry | undefined
  let message: string | undefined
  let content = ''

  const fail = (message: string) =>
    new UnreadableStatement(message, {
      line: parser.line,
      ...(path.length === 0 ? {} : { element: path.at(-1) ?? '' }),
    })
  parser.on('error', (error) => {
    throw fail(`This is not valid XML: ${error.message.replace(/^\d+:\d+: /, '').slice(0, 200)}`)
  })
  parser.on('doctype', () => {
    throw fail(
      'This file has a document type, which bank statements never have. Export it at your bank again.',
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1)
    path.push(local)
    content = ''
    if (path.length > deepest)
      throw fail(
        'The elements of this file are nested too deep to be a bank statement. Export it at your bank again.',
      )
    if (roots.has(local)) message = local
    if (groups.has(local) && message !== undefined) group = { account: null, currency: null }
    if (local === 'Ntry' && group !== undefined) entry = newEntry(parser.line)
    else if (entry !== undefined) {
      if (local === 'TxDtls') entry.details.push({})
      if (attributes['Ccy'] !== undefined) entry.attribute = String(attributes['Ccy'])
    }
  })
  parser.on('text', (part) => {
    if (content.length < longestText) content += part.slice(0, longestText)
  })
  parser.on('cdata', (part) => {
    if (content.length < longestText) content += part.slice(0, longestText)
  })
  parser.on('closetag', ({ name }) => {
    const local = name.slice(name.indexOf(':') + 1)
    const value = content.trim()
    content = ''
    if (entry !== undefined) {
      if (local === 'Ntry') {
        const { account = null, currency = null } = group ?? {}
        for (const row of entryRows(entry, { account, currency }, fail)) take(row)
        entry = undefined
      } else if (value !== '') {
        const below = path.slice(path.lastIndexOf('Ntry') + 1).join('/')
        const detail = /^NtryDtls\/TxDtls\//.test(below) ? entry.details.at(-1) : undefined
        if (detail === undefined) readEntry(entry, below, value)
        else readDetail(detail, below.slice('NtryDtls/TxDtls/'.length), value, entry.attribute)
      }
    } else if (group !== undefined && value !== '') {
      const below = path.slice(-4).join('/')
      if (/(?:Stmt|Rpt|Ntfctn)\/Acct\/Id\/IBAN$/.test(below)) group.account = cleanAccount(value)
      else if (/Acct\/Id\/Othr\/Id$/.test(below)) group.account ??= cleanAccount(value)
      else if (/(?:Stmt|Rpt|Ntfctn)\/Acct\/Ccy$/.test(below)) group.currency = value
    }
    if (groups.has(local)) group = undefined
    path.pop()
  })

  for (let at = 0; at < text.length; at += slice) parser.write(text.slice(at, at + slice))
  parser.close()
  if (message === undefined)
    throw new UnreadableStatement(
      'This XML file is not a CAMT.052, CAMT.053 or CAMT.054 statement. Export one of these at your bank.',
      { line: 1 },
    )
  return message
}
