import fontkit, { type Font } from '@cantoo/fontkit'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { XmlDocument } from 'libxml2-wasm'

// The ISO 19005-3 clauses (PDF/A-3, level B) that the platform's documents can break, each as a
// condition.

const name = (key: string): PDFName => PDFName.of(key)
const toText = (value: unknown): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined
function streamAt(dict: PDFDict, key: string): PDFRawStream {
  const found = dict.lookup(name(key))
  if (!(found instanceof PDFRawStream)) throw new Error(`${key} is no stream`)
  return found
}
const toContent = (stream: PDFRawStream): Uint8Array => decodePDFRawStream(stream).decode()

interface Parts {
  bytes: Uint8Array
  document: PDFDocument
  dicts: readonly PDFDict[]
  streams: readonly PDFRawStream[]
  /** Content operators of all pages. */
  operators: string
}

const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  fx: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
}

/**
 * Returns a function that evaluates XPath on the document's metadata. The function throws if the
 * metadata are not well-formed XML.
 */
function toMetadata({ document }: Parts): (path: string) => string[] {
  const stream = streamAt(document.catalog, 'Metadata')
  const text = new TextDecoder().decode(stream.contents).replace(/<\?xpacket.*?\?>/g, '')
  return (path) => {
    const xml = XmlDocument.fromString(text)
    try {
      return xml.find(path, namespaces).map((node) => node.content.trim())
    } finally {
      xml.dispose()
    }
  }
}

const toProfile = ({ document }: Parts): Uint8Array => {
  const intents = document.catalog.lookup(name('OutputIntents'), PDFArray)
  if (intents.size() !== 1) throw new Error('Not one output intent')
  const intent = intents.lookup(0, PDFDict)
  if (intent.get(name('S')) !== name('GTS_PDFA1')) throw new Error('Not an intent of PDF/A')
  return toContent(streamAt(intent, 'DestOutputProfile'))
}

/** Reads `1 [ 339 479 ]` as widths by glyph, in thousandths. */
function toWidths(font: PDFDict): Map<number, number> {
  const found = new Map<number, number>()
  const list = font.lookup(name('W'), PDFArray)
  for (let index = 0; index < list.size(); index += 2) {
    const first = list.lookup(index, PDFNumber).asNumber()
    const widths = list.lookup(index + 1, PDFArray)
    for (let at = 0; at < widths.size(); at += 1) {
      found.set(first + at, widths.lookup(at, PDFNumber).asNumber())
    }
  }
  return found
}

const ofType = ({ dicts }: Parts, key: string, value: string): PDFDict[] =>
  dicts.filter((each) => each.get(name(key)) === name(value))

function toProgram(descendant: PDFDict): Font {
  const descriptor = descendant.lookup(name('FontDescriptor'), PDFDict)
  const key = descriptor.has(name('FontFile2')) ? 'FontFile2' : 'FontFile3'
  const program = fontkit.create(toContent(streamAt(descriptor, key)))
  if (program === null || 'fonts' in program) throw new Error('No single font')
  return program
}

/** True if a font states the widths in its font program, to a thousandth. */
function hasOwnWidths(descendant: PDFDict): boolean {
  if (!descendant.lookup(name('FontDescriptor'), PDFDict).has(name('FontFile2'))) return true
  const program = toProgram(descendant)
  return [...toWidths(descendant)].every(([glyph, width]) => {
    const programGlyph = program.getGlyph(glyph)
    return (
      programGlyph !== null &&
      Math.abs((programGlyph.advanceWidth * 1000) / program.unitsPerEm - width) <= 1
    )
  })
}

const embeddedFiles = (parts: Parts): PDFDict[] => ofType(parts, 'Type', 'Filespec')

const checks: Readonly<Record<string, (parts: Parts) => boolean>> = {
  '6.1.2 header': ({ bytes }) => {
    const head = Buffer.from(bytes.subarray(0, 20)).toString('latin1')
    return /^%PDF-1\.[0-7]\r?\n%[\x80-\xff]{4}/.test(head)
  },
  '6.1.3 identifier, no encryption': ({ document: { context } }) =>
    context.trailerInfo.ID !== undefined && context.trailerInfo.Encrypt === undefined,
  '6.1.7 streams inside of the file': ({ streams }) =>
    streams.every(
      ({ dict }) => !['F', 'FFilter', 'FDecodeParms'].some((key) => dict.has(name(key))),
    ),
  '6.1.7.2 filters': ({ streams }) =>
    streams.every(({ dict }) => !/LZWDecode|\/Crypt/.test(dict.toString())),
  '6.1.13 limits': ({ dicts }) =>
    dicts.every((each) => each.keys().every((key) => key.asString().length <= 127)),
  '6.2.3 output intent': (parts) => {
    const profile = Buffer.from(toProfile(parts))
    return profile.toString('latin1', 12, 20) === 'mntrRGB ' && (profile[8] ?? 9) <= 4
  },
  '6.2.4 colours of the intent': ({ operators, streams }) =>
    !/(?:^|\s)(?:k|K|cs|CS|scn|SCN)(?:\s|$)/.test(operators) &&
    streams.every(({ dict }) => dict.get(name('ColorSpace')) !== name('DeviceCMYK')),
  '6.2.8 images': ({ streams }) =>
    streams.every(
      ({ dict }) => !['Alternates', 'OPI', 'Interpolate'].some((key) => dict.has(name(key))),
    ),
  '6.2.9 no references to other files': ({ streams }) =>
    streams.every(({ dict }) => dict.get(name('Subtype')) !== name('PS') && !dict.has(name('Ref'))),
  '6.2.10 no transparency': ({ dicts }) =>
    dicts.every((each) => !['SMask', 'Group', 'CA', 'ca', 'BM'].some((key) => each.has(name(key)))),
  '6.2.11.3 encodings': (parts) =>
    ofType(parts, 'Subtype', 'Type0').every(
      (each) => each.get(name('Encoding')) === name('Identity-H'),
    ) && ofType(parts, 'Subtype', 'CIDFontType2').every((each) => each.has(name('CIDToGIDMap'))),
  '6.2.11.4 fonts are embedded': (parts) => {
    const descendants = ['CIDFontType0', 'CIDFontType2'].flatMap((kind) =>
      ofType(parts, 'Subtype', kind),
    )
    const others = ['Type1', 'TrueType', 'MMType1', 'Type3'].flatMap((kind) =>
      ofType(parts, 'Subtype', kind),
    )
    const isWhole = descendants.every((each) => {
      const descriptor = each.lookup(name('FontDescriptor'), PDFDict)
      return ['FontFile2', 'FontFile3'].some((key) => descriptor.has(name(key)))
    })
    return (
      isWhole &&
      others.length === 0 &&
      descendants.length === ofType(parts, 'Subtype', 'Type0').length
    )
  },
  '6.2.11.5 widths': (parts) => ofType(parts, 'Subtype', 'CIDFontType2').every(hasOwnWidths),
  '6.2.11.8 no .notdef': ({ operators }) =>
    (operators.match(/<[0-9A-Fa-f]*>/g) ?? []).every(
      (shown) => !shown.slice(1).match(/.{4}/g)?.includes('0000'),
    ),
  '6.3 no annotations': ({ document }) =>
    document.getPages().every(({ node }) => (node.Annots()?.size() ?? 0) === 0),
  '6.4 and 6.5 no forms, no actions': ({ document: { catalog }, dicts }) =>
    !['AcroForm', 'AA', 'OpenAction', 'Perms', 'OCProperties'].some((key) =>
      catalog.has(name(key)),
    ) && dicts.every((each) => !each.has(name('JavaScript')) && !each.has(name('JS'))),
  '6.6.2.1 metadata': (parts) => {
    const stream = streamAt(parts.document.catalog, 'Metadata')
    const ask = toMetadata(parts)
    return !stream.dict.has(name('Filter')) && ask('//rdf:RDF').length === 1
  },
  '6.6.2.3 extension schema': (parts) => {
    const ask = toMetadata(parts)
    const used = ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel']
    const declared = ask('//pdfaProperty:name')
    const isUsed = ask('//fx:*').length > 0
    return !isUsed || used.every((key) => declared.includes(key) && ask(`//fx:${key}`).length === 1)
  },
  '6.6.3 information of the document': (parts) => {
    const ask = toMetadata(parts)
    const { document } = parts
    const info = document.context.lookup(document.context.trailerInfo.Info, PDFDict)
    const moment = (key: string) =>
      toText(info.get(name(key)))
        ?.replace(/\D/g, '')
        .slice(0, 14)
    const digits = (path: string) => ask(path)[0]?.replace(/\D/g, '').slice(0, 14)
    return (
      toText(info.get(name('Title'))) === ask('//dc:title//rdf:li')[0] &&
      (toText(info.get(name('Author'))) ?? '').trim() === (ask('//dc:creator//rdf:li')[0] ?? '') &&
      toText(info.get(name('Producer'))) === ask('//pdf:Producer')[0] &&
      toText(info.get(name('Creator'))) === ask('//xmp:CreatorTool')[0] &&
      moment('CreationDate') === digits('//xmp:CreateDate') &&
      moment('ModDate') === digits('//xmp:ModifyDate')
    )
  },
  '6.6.4 version and conformance': (parts) => {
    const ask = toMetadata(parts)
    return ask('//pdfaid:part')[0] === '3' && ask('//pdfaid:conformance')[0] === 'B'
  },
  '6.8 embedded files': (parts) => {
    const associated = parts.document.catalog.lookupMaybe(name('AF'), PDFArray)
    const files = embeddedFiles(parts)
    return (
      files.length === (associated?.size() ?? 0) &&
      files.every((file) => {
        const stream = streamAt(file.lookup(name('EF'), PDFDict), 'F')
        const kind = stream.dict.lookup(name('Subtype'), PDFName).decodeText()
        const hasNames = toText(file.get(name('F'))) === toText(file.get(name('UF')))
        const isDated = stream.dict.lookup(name('Params'), PDFDict).has(name('ModDate'))
        return hasNames && isDated && kind === 'text/xml' && file.has(name('AFRelationship'))
      })
    )
  },
}

/** Returns a dictionary and the dictionaries nested in it. */
const withDirect = (dict: PDFDict): PDFDict[] => [
  dict,
  ...dict.values().flatMap((value) => (value instanceof PDFDict ? withDirect(value) : [])),
]

export async function brokenClauses(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object)
  const streams = objects.filter((object) => object instanceof PDFRawStream)
  const found = objects.filter((object) => object instanceof PDFDict)
  const contents = document.getPages().flatMap(({ node }) => {
    const list = node.Contents()
    const each =
      list instanceof PDFArray ? list.asArray().map((ref) => document.context.lookup(ref)) : [list]
    return each.filter((stream) => stream instanceof PDFRawStream)
  })
  const operators = contents
    .map((stream) => Buffer.from(toContent(stream)).toString('latin1'))
    .join('\n')
  const dicts = [...found, ...streams.map(({ dict }) => dict)].flatMap(withDirect)
  const parts: Parts = { bytes, document, dicts, streams, operators }
  const holds = (clause: string): boolean => {
    try {
      return checks[clause]?.(parts) === true
    } catch {
      return false
    }
  }
  return Object.keys(checks).filter((clause) => !holds(clause))
}
