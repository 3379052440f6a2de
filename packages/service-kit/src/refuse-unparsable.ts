import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

interface Refusal {
  readonly status: number
  readonly reason: string
  readonly code: string
  readonly detail: string
}

const notHttp: Refusal = {
  status: 400,
  reason: 'Bad Request',
  code: 'validation_failed',
  detail: 'This is not a valid HTTP request',
}

const refusalByCode: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    code: 'headers_too_large',
    detail: 'The header fields are larger than 16 KiB',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    code: 'request_timeout',
    detail: 'The request did not arrive in time',
  },
}

/**
 * Responds with a problem (RFC 9457) to bytes that Node could not parse as a request, and closes
 * the connection. It writes to the socket, because there is no request or response object. If the
 * connection already carries a response, it is destroyed.
 */
export function refuseUnparsable(
  error: { readonly code?: string | undefined },
  socket: Duplex,
): void {
  const answering = (socket as Socket & { _httpMessage?: { headersSent?: boolean } | null })
    ._httpMessage
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent === true) {
    socket.destroy()
    return
  }
  const { status, reason, code, detail } = refusalByCode[error.code ?? ''] ?? notHttp
  const requestId = randomUUID()
  const body = JSON.stringify({
    type: `urn:atrium:problem:${code}`,
    title: reason,
    status,
    detail,
    code,
    requestId,
  })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
