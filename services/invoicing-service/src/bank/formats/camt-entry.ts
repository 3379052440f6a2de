import {
  cleanAccount,
  cleanBankReference,
  cleanText,
  joinReference,
  longestName,
  negate,
  readDecimal,
  readIsoDay,
  type StatementRow,
} from './statement-row.ts'

/** What a `TxDtls` element says about one payment. */
export interface CamtDetail {
  amount?: string
  currency?: string
  direction?: string
  bankReference?: string
  endToEnd?: string
  debtor?: string
  ultimateDebtor?: string
  creditor?: string
  ultimateCreditor?: string
  debtorAccount?: string
  creditorAccount?: string
  structured?: string
  texts?: string[]
  more?: string
}

/** What an `Ntry` element says. */
export interface CamtEntry {
  line: number
  amount?: string
  currency?: string
  direction?: string
  status?: string
  day?: string
  valueDay?: string
  bankReference?: string
  more?: string
  /** The currency of the current element. */
  attribute?: string
  details: CamtDetail[]
}

export const newEntry = (line: number): CamtEntry => ({ line, details: [] })

const mostTexts = 20

/** Stores an element's text at `path` below the entry. */
export function readEntry(entry: CamtEntry, path: string, value: string): void {
  if (path === 'Amt') {
    entry.amount = value
    if (entry.attribute !== undefined) entry.currency = entry.attribute
  } else if (path === 'CdtDbtInd') entry.direction = value
  // Version 8 wraps the code.
  else if (path === 'Sts' || path === 'Sts/Cd' || path === 'Sts/Prtry') entry.status = value
  else if (path === 'BookgDt/Dt' || path === 'BookgDt/DtTm') entry.day = value
  else if (path === 'ValDt/Dt' || path === 'ValDt/DtTm') entry.valueDay = value
  else if (path === 'AcctSvcrRef') entry.bankReference = value
  else if (path === 'AddtlNtryInf') entry.more = value
}

/** Detail fields by their path below `TxDtls`. Names are direct, or wrapped in `Pty`. */
const detailFields: Readonly<Record<string, Exclude<keyof CamtDetail, 'texts'>>> = {
  CdtDbtInd: 'direction',
  'Refs/AcctSvcrRef': 'bankReference',
  'Refs/EndToEndId': 'endToEnd',
  'RltdPties/Dbtr/Nm': 'debtor',
  'RltdPties/Dbtr/Pty/Nm': 'debtor',
  'RltdPties/UltmtDbtr/Nm': 'ultimateDebtor',
  'RltdPties/UltmtDbtr/Pty/Nm': 'ultimateDebtor',
  'RltdPties/Cdtr/Nm': 'creditor',
  'RltdPties/Cdtr/Pty/Nm': 'creditor',
  'RltdPties/UltmtCdtr/Nm': 'ultimateCreditor',
  'RltdPties/UltmtCdtr/Pty/Nm': 'ultimateCreditor',
  'RltdPties/DbtrAcct/Id/IBAN': 'debtorAccount',
  'RltdPties/DbtrAcct/Id/Othr/Id': 'debtorAccount',
  'RltdPties/CdtrAcct/Id/IBAN': 'creditorAccount',
  'RltdPties/CdtrAcct/Id/Othr/Id': 'creditorAccount',
  'RmtInf/Strd/CdtrRefInf/Ref': 'structured',
  AddtlTxInf: 'more',
}

/** Stores an element's text at `path` below a detail. */
export function readDetail(
  detail: CamtDetail,
  path: string,
  value: string,
  currency: string | undefined,
): void {
  const field = detailFields[path]
  if (path === 'Amt' || (path === 'AmtDtls/TxAmt/Amt' && detail.amount === undefined)) {
    detail.amount = value
    if (currency !== undefined) detail.currency = currency
  } else if (
    path === 'RmtInf/Ustrd' ||
    path === 'RmtInf/Strd/AddtlRmtInf' ||
    path === 'RmtInf/Strd/RfrdDocInf/Nb'
  ) {
    const texts = detail.texts ?? []
    if (texts.length < mostTexts) texts.push(value)
    detail.texts = texts
  } else if (field !== undefined && detail[field] === undefined) detail[field] = value
}

// PDNG is announced, INFO is only for information, FUTR is not booked yet.
const announced = /^(?:PDNG|INFO|FUTR)$/i

/**
 * Returns an entry's bookings: one for each detail if it is a batch, else one. An announced entry
 * has none. The sign is the direction stated by the bank, also for a reversal.
 */
export function entryRows(
  entry: CamtEntry,
  group: { account: string | null; currency: string | null },
  fail: (message: string) => Error,
): StatementRow[] {
  if (announced.test(entry.status ?? '')) return []
  const total = readDecimal(entry.amount ?? '')
  if (total === undefined)
    throw fail('A booking has no amount. Export the statement at your bank again.')
  const direction = entry.direction ?? ''
  if (!/^(?:CRDT|DBIT)$/.test(direction))
    throw fail(
      'A booking does not say whether money came in or went out. Export the statement at your bank again.',
    )
  const bookedOn = readIsoDay(entry.day ?? entry.valueDay ?? '')
  if (bookedOn === undefined)
    throw fail('A booking has no valid date. Export the statement at your bank again.')
  const currency = entry.currency ?? group.currency
  const isSplit =
    entry.details.length > 1 &&
    entry.details.every(
      (detail) =>
        readDecimal(detail.amount ?? '') !== undefined &&
        (detail.currency === undefined || detail.currency === currency),
    )
  const used: CamtDetail[] = isSplit ? entry.details : [entry.details[0] ?? {}]
  const own = cleanBankReference(entry.bankReference)
  const references = used.map((detail) => cleanBankReference(detail.bankReference))
  const counts = new Map<string | null, number>()
  for (const each of references) counts.set(each, (counts.get(each) ?? 0) + 1)
  return used.map((detail, at) => {
    const way = (isSplit ? detail.direction : undefined) ?? direction
    const isIn = way === 'CRDT'
    const amount = (isSplit ? readDecimal(detail.amount ?? '') : undefined) ?? total
    const structured = cleanText(detail.structured, longestName)
    // Many banks repeat one reference in each detail.
    const ofDetail = references[at] ?? null
    const isShared =
      isSplit && (ofDetail === null || ofDetail === own || counts.get(ofDetail) !== 1)
    const bankReference = isSplit && !isShared ? ofDetail : (own ?? ofDetail)
    return {
      bookedOn,
      amount: isIn ? amount : negate(amount),
      currency,
      counterparty: cleanText(
        isIn
          ? (detail.debtor ?? detail.ultimateDebtor)
          : (detail.creditor ?? detail.ultimateCreditor),
        longestName,
      ),
      iban: cleanAccount(isIn ? detail.debtorAccount : detail.creditorAccount),
      reference: joinReference([
        ...(detail.texts ?? []),
        structured,
        cleanBankReference(detail.endToEnd),
        detail.texts === undefined && structured === null ? (detail.more ?? entry.more) : undefined,
      ]),
      account: group.account,
      bankReference:
        isShared && bankReference !== null ? `${bankReference} ${at + 1}` : bankReference,
    }
  })
}
