import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { PATIENCE } from '../../../tools/testing/patience.ts'

export interface Received {
  readonly to: readonly string[]
  readonly mail: Email
  readonly raw: string
}

export interface SinkOptions {
  readonly port?: number
  /** What it waits for before it answers to a mail. */
  readonly meanwhile?: () => Promise<unknown>
  /** Answers instead of taking a mail; undefined takes it. */
  readonly refuse?: (to: readonly string[]) => { readonly code: number; readonly message: string } | undefined
}

/** A real SMTP server that keeps what it takes. */
export async function aSink({ port = 0, meanwhile, refuse }: SinkOptions = {}) {
  const received: Received[] = []
  let isDown = false
  const refuseWhenDown = (done: (error?: Error | null) => void) =>
    done(isDown ? Object.assign(new Error('down'), { responseCode: 421 }) : null)
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect: (_, done) => refuseWhenDown(done),
    onMailFrom: (_, __, done) => refuseWhenDown(done),
    onData(stream, session, done) {
      const take = async () => {
        const raw = await buffer(stream)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        await meanwhile?.()
        const no = refuse?.(to)
        if (no) throw Object.assign(new Error(no.message), { responseCode: no.code })
        received.push({ to, mail: await PostalMime.parse(raw), raw: raw.toString('utf8') })
      }
      void take()
        .catch((error: Error) => error)
        .then(error => done(error ?? null))
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>(listening => server.listen(port, '127.0.0.1', listening))
  const address = server.server.address()
  const at = typeof address === 'object' && address ? address.port : 0
  return {
    received,
    port: at,
    url: `smtp://127.0.0.1:${at}`,
    /** Takes no mail from now on, on an open port: a closed one may become another program's. */
    setDown: (down: boolean) => void (isDown = down),
    close: () => new Promise<void>(closed => server.close(closed)),
  }
}

/** Waits until the condition holds, or fails after the limit (ms) with the last value. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  holds: (found: T) => boolean,
  within: number = PATIENCE.poll,
): Promise<T> {
  const end = performance.now() + within
  for (;;) {
    const awaited = await look()
    if (holds(awaited)) return awaited
    if (performance.now() > end) throw new Error(`the condition never held: ${JSON.stringify(awaited)}`)
    await new Promise(wait => setTimeout(wait, 25))
  }
}
