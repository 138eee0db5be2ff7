import type { Cell } from '@steading/locales/csv'
import type { Notated } from '@steading/locales/notation'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { Failed } from '../failures.ts'
import type { Logger } from '../log.ts'
import type { DocumentMessage, DocumentRequest, PdfDocument, Workbook } from './documents.types.ts'

/**
 * Writes PDF, XLSX and CSV documents in a thread of its own: to lay out pages takes the processor for seconds, and readings and
 * screens must not wait for it. Documents are written one after the other.
 */
export interface DocumentWriter {
  /**
   * Resolves with the first bytes. `time`: a longer limit, ms, for a document that nobody waits for. @throws Failed UNAVAILABLE if it
   * is not written within the limit, or too many wait
   */
  write(document: PdfDocument | Workbook, time?: number): Promise<Readable>
  /** Rows as a CSV file, portion by portion: a slow reader holds up the source. */
  csv(portions: AsyncIterable<readonly (readonly Cell[])[]>, notated: Notated): Readable
  close(): Promise<void>
}

export interface DocumentLimits {
  /** Longest time from the request to the end of a document, ms. */
  readonly time: number
  /** Documents that may wait. */
  readonly waiting: number
  /** Idle time after which the thread ends and gives its memory back, ms. */
  readonly idle: number
}
const LIMITS: DocumentLimits = { time: 10_000, waiting: 20, idle: 60_000 }

interface Job {
  readonly request: DocumentRequest
  /** What is read slowly waits here, not in the thread. */
  readonly output: PassThrough
  readonly started: PromiseWithResolvers<Readable>
  readonly timer: NodeJS.Timeout
  /** ms */
  readonly limit: number
}

export function createDocumentWriter(log: Logger, limits: Partial<DocumentLimits> = {}): DocumentWriter {
  const { time, waiting, idle } = { ...LIMITS, ...limits }
  const queue: Job[] = []
  let running: Job | undefined
  let thread: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false

  function startThread(): Worker {
    const worker = new Worker(new URL('./documentThread.ts', import.meta.url), { execArgv: [] })
    worker.unref()
    worker.on('message', (message: DocumentMessage) => thread === worker && receive(message))
    worker.on('error', error => lose(worker, error))
    worker.on('exit', () => lose(worker, new Error('the thread that writes documents has ended')))
    return worker
  }

  /** The running document fails with its thread; the next one starts another thread. */
  function lose(worker: Worker, error: unknown) {
    if (thread !== worker) return
    thread = undefined
    if (running) fail(running, error)
    next()
  }

  function receive(message: DocumentMessage) {
    const job = running
    if (!job) return
    if ('chunk' in message) {
      job.output.write(message.chunk)
      job.started.resolve(job.output)
      return
    }
    if ('failed' in message) fail(job, new Error(message.failed))
    else settle(job, () => job.output.end())
    next()
  }

  function settle(job: Job, end: () => void) {
    clearTimeout(job.timer)
    if (running === job) running = undefined
    else if (queue.includes(job)) queue.splice(queue.indexOf(job), 1)
    end()
  }

  function fail(job: Job, error: unknown) {
    log.error({ err: error, document: job.request.kind }, 'document not written, the caller gets a failure')
    settle(job, () => {
      job.started.reject(error)
      job.output.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  }

  function expire(job: Job) {
    const isRunning = running === job
    log.warn({ document: job.request.kind, ms: job.limit }, 'document took too long, ending it')
    settle(job, () => {
      job.started.reject(new Failed('UNAVAILABLE'))
      job.output.destroy(new Failed('UNAVAILABLE'))
    })
    if (isRunning) void stopThread()
    next()
  }

  /** Ends the thread whatever it does. */
  function stopThread() {
    const ending = thread
    thread = undefined
    return ending?.terminate()
  }

  function next() {
    clearTimeout(idleTimer)
    if (running || isClosed) return
    running = queue.shift()
    if (!running) {
      idleTimer = setTimeout(() => void stopThread(), idle).unref()
      return
    }
    thread ??= startThread()
    thread.postMessage(running.request, [])
  }

  /** @throws Failed UNAVAILABLE */
  function enqueue(request: DocumentRequest, limit = time): Promise<Readable> {
    if (isClosed || queue.length >= waiting) return Promise.reject(new Failed('UNAVAILABLE'))
    const output = new PassThrough()
    // A reader of the stream gets the error; without a reader it would be unhandled.
    output.on('error', () => undefined)
    const job: Job = {
      request,
      output,
      started: Promise.withResolvers(),
      limit,
      timer: setTimeout(() => expire(job), limit).unref(),
    }
    queue.push(job)
    next()
    return job.started.promise
  }

  return {
    write: enqueue,
    csv(portions, { notation }) {
      async function* lines() {
        let isFirst = true
        for await (const rows of portions) {
          yield await buffer(await enqueue({ kind: 'CSV', rows, notation, isFirst }))
          isFirst = false
        }
      }
      return Readable.from(lines())
    },
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      for (const job of [...queue, ...(running ? [running] : [])])
        settle(job, () => {
          job.started.reject(new Failed('UNAVAILABLE'))
          job.output.destroy()
        })
      await stopThread()
    },
  }
}
