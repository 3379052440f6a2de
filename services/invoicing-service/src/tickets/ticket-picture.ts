import encodeQR from 'qr'

/** A code as a QR picture in SVG, with the quiet zone of four modules that scanners ask for. */
export const ticketPicture = (code: string): string =>
  encodeQR(code, 'svg', { ecc: 'quartile', encoding: 'alphanumeric', border: 4 })
