import type { Failure } from '@steading/contract/http/failure'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

export type RawFailureCode = 'MALFORMED' | 'TIMED_OUT' | 'HEADERS_TOO_LARGE'

/** Maps an error of Node's HTTP parser to a failure code. */
export const rawFailureCode = ({ code }: { readonly code?: string }): RawFailureCode =>
  code === 'HPE_HEADER_OVERFLOW' ? 'HEADERS_TOO_LARGE' : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'TIMED_OUT' : 'MALFORMED'

/** Answers on the raw socket with the usual body of a failure, and ends the connection. */
export function sendRawFailure(socket: Socket, { status, body }: { readonly status: number; readonly body: Failure }): void {
  if (!socket.writable) return void socket.destroy()
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  // Closes the socket of a peer that keeps sending without reading.
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}
