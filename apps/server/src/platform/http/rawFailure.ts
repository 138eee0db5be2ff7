import type { Failure } from '@steading/contract/failure'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

export type RawFailureCode = 'MALFORMED' | 'TIMED_OUT' | 'HEADERS_TOO_LARGE'

/** Failures of Node's HTTP parser by their code; whatever else it refuses cannot be read. */
export const rawFailureCode = ({ code }: { readonly code?: string }): RawFailureCode =>
  code === 'HPE_HEADER_OVERFLOW' ? 'HEADERS_TOO_LARGE' : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'TIMED_OUT' : 'MALFORMED'

/** Answers on the bare socket, with the body of every other failure, and ends the connection. */
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
  // A peer that goes on sending without reading keeps no socket.
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}
