import { decodeText } from '@atrium/foreign-text'
import { extractText, getDocumentProxy } from 'unpdf'
import { htmlText } from './markup-text.ts'
import { officeText } from './office-text.ts'
import { openSheetText } from './open-sheet-text.ts'
import { sheetText } from './sheet-text.ts'
import { bounded, type FileText, largestFile } from './text-requests.ts'

const mostPages = 500

type Reader = (bytes: Uint8Array, contentType: string) => string | Promise<string>

const plain: Reader = decodeText
const markup: Reader = (bytes, contentType) => htmlText(decodeText(bytes, contentType))
const document: Reader = (bytes) => officeText(bytes, 'document')
const slides: Reader = (bytes) => officeText(bytes, 'slides')
const open: Reader = (bytes) => officeText(bytes, 'open')

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

const byType = new Map<string, Reader>([
  ['application/pdf', pdfText],
  [`${office}.wordprocessingml.document`, document],
  [`${office}.presentationml.presentation`, slides],
  [`${office}.spreadsheetml.sheet`, sheetText],
  [`${openDocument}.text`, open],
  [`${openDocument}.spreadsheet`, openSheetText],
  [`${openDocument}.presentation`, open],
  ['text/html', markup],
  ['application/xhtml+xml', markup],
  ['application/json', plain],
  ['application/xml', plain],
])
const byExtension = new Map<string, Reader>([
  ['pdf', pdfText],
  ['docx', document],
  ['pptx', slides],
  ['xlsx', sheetText],
  ['odt', open],
  ['ods', openSheetText],
  ['odp', open],
  ['html', markup],
  ['htm', markup],
  ['txt', plain],
  ['md', plain],
  ['csv', plain],
  ['json', plain],
  ['xml', plain],
])

/** Finds the reader by the content type, or by the file extension if the type is too general. */
function findReader(contentType: string, name: string): Reader | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const reader = byType.get(type)
  if (reader !== undefined) return reader
  if (type.startsWith('text/')) return plain
  if (type !== '' && type !== 'application/octet-stream') return undefined
  return byExtension.get(name.toLowerCase().split('.').at(-1) ?? '')
}

/** Returns no text if the file is broken or too large, or if its kind has none. */
export async function fileText(
  bytes: Uint8Array,
  contentType: string,
  name: string,
): Promise<FileText> {
  const reader = findReader(contentType, name)
  if (reader === undefined) return { text: undefined, truncated: false }
  if (bytes.length > largestFile) return { text: undefined, truncated: true }
  try {
    return bounded(await reader(bytes, contentType))
  } catch {
    return { text: undefined, truncated: true }
  }
}

async function pdfText(bytes: Uint8Array): Promise<string> {
  // The library transfers the buffer, so it receives a copy.
  const file = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  try {
    if (file.numPages > mostPages) throw new Error('The file has too many pages')
    return (await extractText(file, { mergePages: true })).text
  } finally {
    await file.cleanup()
  }
}
