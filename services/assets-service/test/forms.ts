export const boundary = 'a-boundary-of-the-tests'
export const formType = `multipart/form-data; boundary=${boundary}`

/** One part of a form. It is a file if it has a file name. */
export interface Part {
  name: string
  body: Uint8Array | string
  filename?: string
}

export const filePart = (body: Uint8Array, filename = 'picture.png'): Part => ({
  name: 'file',
  body,
  filename,
})

export function buildForm(...parts: Part[]): {
  body: Buffer
  headers: Record<string, string | number>
} {
  const chunks = parts.flatMap((part) => {
    const type =
      part.filename === undefined ? '' : `; filename="${part.filename}"\r\nContent-Type: image/png`
    return [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${type}\r\n\r\n`,
      ),
      Buffer.from(part.body),
      Buffer.from('\r\n'),
    ]
  })
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
  return { body, headers: { 'content-type': formType, 'content-length': body.length } }
}
