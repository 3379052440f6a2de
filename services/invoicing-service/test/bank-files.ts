import type { StatementMapping } from '@atrium/contracts'

/** A file in the shape of a real bank's export, with invented content. */
export interface BankFile {
  bank: string
  text: string
  mapping?: StatementMapping
  /** The account, then day, amount, name, account and a part of the text of each booking. */
  account: string | null
  rows: ReadonlyArray<readonly [string, string, string | null, string | null, string]>
}

const camt = (version: string, root: string, group: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><${root}><GrpHdr/>` +
  `<${group}><Id>1</Id>${content}</${group}></${root}></Document>`

const party = (kind: 'Dbtr' | 'Cdtr', name: string, iban: string) =>
  `<RltdPties><${kind}><Nm>${name}</Nm></${kind}><${kind}Acct><Id><IBAN>${iban}</IBAN></Id></${kind}Acct></RltdPties>`

export const bankFiles: readonly BankFile[] = [
  {
    bank: 'Sparkasse, CAMT.053 version 2',
    account: 'DE91500105170648489890',
    text: camt(
      'camt.053.001.02',
      'BkToCstmrStmt',
      'Stmt',
      `<Acct><Id><IBAN>DE91500105170648489890</IBAN></Id><Ccy>EUR</Ccy></Acct>
      <Ntry><Amt Ccy="EUR">360.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
      <AcctSvcrRef>NONREF</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
      ${party('Dbtr', 'Hafenbäckerei GmbH', 'DE02120300000000202051')}<RmtInf><Ustrd>RE INV-2026-0000</Ustrd><Ustrd>12 KD 7</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
      <Ntry><Amt Ccy="EUR">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>`,
    ),
    rows: [
      [
        '2026-11-20',
        '360',
        'Hafenbäckerei GmbH',
        'DE02120300000000202051',
        'RE INV-2026-0000 12 KD 7',
      ],
    ],
  },
  {
    bank: 'UBS, CAMT.054 with a batch and references',
    account: 'CH9300762011623852957',
    text: camt(
      'camt.054.001.08',
      'BkToCstmrDbtCdtNtfctn',
      'Ntfctn',
      `<Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>
      <Ntry><Amt Ccy="CHF">150.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-11-20T09:00:00+01:00</DtTm></BookgDt>
      <AcctSvcrRef>QRX1</AcctSvcrRef><NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>
      <TxDtls><Amt Ccy="CHF">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>Muster AG</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>RF94INV2026000001</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>
      <TxDtls><Amt Ccy="CHF">50.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>Beispiel SA</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Zwei</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    ),
    rows: [
      ['2026-11-20', '100', 'Muster AG', null, 'RF94INV2026000001'],
      ['2026-11-20', '50.5', 'Beispiel SA', null, 'Zwei'],
    ],
  },
  {
    bank: 'ABN AMRO, CAMT.052 with a prefix and a reversal',
    account: 'NL35ABNA0456988705',
    text: `<?xml version="1.0"?><ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"><ns:BkToCstmrAcctRpt><ns:Rpt>
      <ns:Acct><ns:Id><ns:IBAN>NL35ABNA0456988705</ns:IBAN></ns:Id></ns:Acct>
      <ns:Ntry><ns:Amt Ccy="EUR">25.00</ns:Amt><ns:CdtDbtInd>DBIT</ns:CdtDbtInd><ns:RvslInd>true</ns:RvslInd><ns:Sts>BOOK</ns:Sts>
      <ns:BookgDt><ns:Dt>2026-11-20</ns:Dt></ns:BookgDt><ns:AddtlNtryInf>Storno</ns:AddtlNtryInf></ns:Ntry></ns:Rpt></ns:BkToCstmrAcctRpt></ns:Document>`,
    rows: [['2026-11-20', '-25', null, null, 'Storno']],
  },
  {
    bank: 'Commerzbank, MT940 with numbered parts',
    account: '500400000648489890',
    text: `:20:STARTUMSE\r\n:25:50040000/0648489890\r\n:28C:00001/001\r\n:60F:C261119EUR1000,00\r\n:61:2611201120CR360,00N062NONREF//POS 12\r\n:86:166?00GUTSCHRIFT?20EREF+KD-77?21SVWZ+Rechnung INV-2026-0000?2212 vom 1.11.?30COBADEFF?31DE02120300000000202051?32HAFENBAECKEREI GMBH U?33ND CO KG\r\n:61:2611211121RC12,50NRTINONREF\r\n:86:109?00STORNO?20SVWZ+Rueckgabe\r\n:62F:C261121EUR1347,50\r\n-\r\n`,
    rows: [
      [
        '2026-11-20',
        '360',
        'HAFENBAECKEREI GMBH UND CO KG',
        'DE02120300000000202051',
        'Rechnung INV-2026-000012 vom 1.11. KD-77',
      ],
      ['2026-11-21', '-12.5', null, null, 'Rueckgabe'],
    ],
  },
  {
    bank: 'ING, MT940 with named parts in an envelope',
    account: 'NL69INGB0123456789',
    text: `{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:\n:20:P1\n:25:NL69INGB0123456789EUR\n:28C:00000\n:60F:C261119EUR662,23\n:61:2611201120C360,00NTRFEREF//00000000001005\n/TRCD/00100/\n:86:/EREF/EV12//CNTP/NL32INGB0000012345/INGBNL2A/HARBOUR BAKERY BV///REMI/USTD//INV-2026-000012/\n:62F:C261120EUR1022,23\n:86:/SUM/1/0/360,00/0,00/\n-}`,
    rows: [['2026-11-20', '360', 'HARBOUR BAKERY BV', 'NL32INGB0000012345', 'INV-2026-000012']],
  },
  {
    bank: 'Nordic bank, MT940 with plain text',
    account: '12345678901',
    text: `:20:S\n:25:12345678901\n:28C:1/1\n:60F:C251230SEK0,00\n:61:2512310102D99,5NMSCFEE//F1\n:86:Account fee\nDecember\n:62F:D251231SEK99,50\n-`,
    rows: [['2026-01-02', '-99.5', null, null, 'Account fee December']],
  },
  {
    bank: 'Crédit Agricole, OFX as SGML',
    account: '00050123456',
    text: `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>00050123456</BANKACCTFROM><BANKTRANLIST>\n<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120120000[0:GMT]<TRNAMT>+360,00<FITID>A1<NAME>VIR CAFE &amp; CO<MEMO>FACTURE INV-2026-000012</STMTTRN>\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    rows: [['2026-11-20', '360', 'VIR CAFE & CO', null, 'FACTURE INV-2026-000012']],
  },
  {
    bank: 'A bank with OFX as XML',
    account: '987',
    text: `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>GBP</CURDEF><BANKACCTFROM><ACCTID>987</ACCTID></BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20261120</DTPOSTED><TRNAMT>-12.50</TRNAMT><FITID>B1</FITID><NAME>Power</NAME></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    rows: [['2026-11-20', '-12.5', 'Power', null, '']],
  },
  {
    bank: 'DKB, CSV with lines above the headings',
    account: null,
    text: `"Konto:";"DE89 3704 0044 0532 0130 00"\n""\n"Kontostand vom 29.11.2026:";"1.234,56 EUR"\n\n"Buchungsdatum";"Zahlungspflichtige*r";"Verwendungszweck";"IBAN";"Betrag (€)"\n"20.11.26";"Hafenbäckerei";"INV-2026-000012";"DE02120300000000202051";"1.360,00 €"\n`,
    mapping: {
      bookedOn: 'Buchungsdatum',
      amount: 'Betrag (€)',
      counterparty: 'Zahlungspflichtige*r',
      iban: 'IBAN',
      reference: 'Verwendungszweck',
    },
    rows: [['2026-11-20', '1360', 'Hafenbäckerei', 'DE02120300000000202051', 'INV-2026-000012']],
  },
  {
    bank: 'ING, CSV with a column for the direction',
    account: null,
    text: `"Datum";"Naam / Omschrijving";"Tegenrekening";"Af Bij";"Bedrag (EUR)";"Mededelingen"\n"20261120";"Harbour";"NL32INGB0000012345";"Bij";"360,00";"INV 12"\n"20261121";"Shop";"";"Af";"12,50";"pin"\n`,
    mapping: {
      bookedOn: 'Datum',
      amount: 'Bedrag (EUR)',
      direction: 'Af Bij',
      counterparty: 'Naam / Omschrijving',
      iban: 'Tegenrekening',
      reference: 'Mededelingen',
    },
    rows: [
      ['2026-11-20', '360', 'Harbour', 'NL32INGB0000012345', 'INV 12'],
      ['2026-11-21', '-12.5', 'Shop', null, 'pin'],
    ],
  },
  {
    bank: 'UBS, CSV with two columns of amounts',
    account: null,
    text: `Kontonummer:;0235 00123456.01\nBewertet in:;CHF\n\nBuchungsdatum;Währung;Belastung;Gutschrift;Beschreibung1\n2026-11-20;CHF;;1'360.00;Hafen\n2026-11-21;CHF;12.50;;Gebühr\n;;12.50;1'360.00;\n`,
    mapping: {
      bookedOn: 'Buchungsdatum',
      amount: 'Gutschrift',
      debit: 'Belastung',
      currency: 'Währung',
      reference: 'Beschreibung1',
    },
    rows: [
      ['2026-11-20', '1360', null, null, 'Hafen'],
      ['2026-11-21', '-12.5', null, null, 'Gebühr'],
    ],
  },
  {
    bank: 'A bank of the United States, CSV with the month first',
    account: null,
    text: 'Date,Description,Amount\n11/02/2026,Harbour,"1,360.00"\n11/20/2026,Fee,(12.50)\n',
    mapping: { bookedOn: 'Date', amount: 'Amount', counterparty: 'Description' },
    rows: [
      ['2026-11-02', '1360', 'Harbour', null, ''],
      ['2026-11-20', '-12.5', 'Fee', null, ''],
    ],
  },
]
