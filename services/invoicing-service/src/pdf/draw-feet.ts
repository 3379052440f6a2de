import { foldLegalForm } from '@atrium/contracts/document-rules'
import type { PDFDocument } from '@cantoo/pdf-lib'
import { filled } from './document-words.ts'
import type { Drawing } from './drawing.ts'
import { grey, page, right } from './sheet.ts'

export const present = (lines: ReadonlyArray<string | null>): string[] =>
  lines.filter((line) => line !== null).filter((line) => line.trim() !== '')

/** Returns the name with the legal form, unless the name ends with it. */
function nameCompany({ name, legalForm }: Drawing['seller']): string {
  if (!legalForm) return name
  const hasForm = foldLegalForm(name).endsWith(` ${foldLegalForm(legalForm)}`)
  return hasForm ? name : `${name}, ${legalForm}`
}

/** Draws the seller's identity and the page number on each page. */
export function drawFeet(
  { sheet, content, words, seller, number, brand }: Drawing,
  document: PDFDocument,
): void {
  const pages = document.getPages()
  const capital = content.seller.shareCapital
  const identity = present([
    nameCompany(seller),
    capital ? filled(words.capital, { capital }) : null,
    seller.registration && filled(words.registration, { id: seller.registration.id }),
    seller.vatId && filled(words.vatId, { id: seller.vatId }),
    seller.taxRegistration && filled(words.taxId, { id: seller.taxRegistration }),
  ]).join(' · ')
  const style = { size: 8, color: grey }
  const lines = sheet.wrap(`${number} · ${identity}`, 400, 8).slice(0, 3)
  for (const [index, existing] of pages.entries()) {
    sheet.turnTo(existing, page.footer - 12)
    sheet.rule(brand.line)
    sheet.turnTo(existing, page.footer - 24)
    for (const [row, line] of lines.entries()) {
      sheet.turnTo(existing, page.footer - 24 - row * 10)
      sheet.text(line, page.margin, style)
    }
    sheet.turnTo(existing, page.footer - 24)
    const values = { page: String(index + 1), pages: String(pages.length) }
    sheet.textToLeftOf(filled(words.page, values), right, style)
  }
}
