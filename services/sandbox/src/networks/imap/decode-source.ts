/** Decodes encoded words (RFC 2047) and Base64 parts, as far as a search needs it. */
export const decodeSource = (source: string): string =>
  source
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, text: string) =>
      Buffer.from(text, 'base64').toString(),
    )
    .replaceAll(
      /(Content-Type: text\/[^\r\n]*\r\nContent-Transfer-Encoding: base64\r\n\r\n)([A-Za-z0-9+/=\r\n]+)/g,
      (_, head: string, body: string) => head + Buffer.from(body, 'base64').toString(),
    )
