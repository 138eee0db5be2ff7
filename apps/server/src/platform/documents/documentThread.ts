import { parentPort } from 'node:worker_threads'
import { csvText } from './csvText.ts'
import type { DocumentMessage, DocumentRequest } from './documents.types.ts'
import { renderPdf } from './renderPdf.ts'
import { renderWorkbook } from './renderWorkbook.ts'

const port = parentPort!
const reply = (message: DocumentMessage) =>
  port.postMessage(message, 'chunk' in message ? [message.chunk.buffer as ArrayBuffer] : [])

function render(request: DocumentRequest): Promise<AsyncIterable<Uint8Array>> | readonly Uint8Array[] {
  if (request.kind === 'PDF') return renderPdf(request)
  if (request.kind === 'XLSX') return renderWorkbook(request)
  return [Buffer.from(csvText(request))]
}

async function write(request: DocumentRequest): Promise<void> {
  try {
    // A copy owns its memory and can be transferred; a buffer of Node shares a pool.
    for await (const chunk of await render(request)) reply({ chunk: Uint8Array.from(chunk) })
    reply({ end: true })
  } catch (error) {
    reply({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

port.on('message', (request: DocumentRequest) => void write(request))
