import { createServer } from 'node:net'
import { isLoopback } from './loopback.ts'

/** An address on which the server listens, with the setting of its port; 0 is any free port. */
export interface Listener {
  readonly setting: 'HTTP_PORT' | 'MQTT_PORT' | 'MQTTS_PORT'
  readonly port: number
  readonly host: string
}

/** The settings that determine the listeners. */
interface ListenSettings {
  readonly HTTP_PORT: number
  readonly MQTT_PORT: number
  readonly MQTTS_PORT: number
  readonly MQTT_URL?: string | undefined
  readonly BIND: string
  readonly TLS_TERMINATED_ELSEWHERE: boolean
  readonly tls: object | null
}

/** Host of plain MQTT: loopback, unless TLS ends elsewhere. */
export const plainMqttHost = ({ BIND, TLS_TERMINATED_ELSEWHERE }: Pick<ListenSettings, 'BIND' | 'TLS_TERMINATED_ELSEWHERE'>) =>
  isLoopback(BIND) || TLS_TERMINATED_ELSEWHERE ? BIND : '127.0.0.1'

export const listenersOf = (config: ListenSettings): readonly Listener[] => [
  { setting: 'HTTP_PORT', port: config.HTTP_PORT, host: config.BIND },
  ...(config.MQTT_URL ? [] : [{ setting: 'MQTT_PORT', port: config.MQTT_PORT, host: plainMqttHost(config) } as const]),
  ...(config.tls && !config.MQTT_URL ? [{ setting: 'MQTTS_PORT', port: config.MQTTS_PORT, host: config.BIND } as const] : []),
]

/** One line for each port that two listeners share. */
export function portClashes(listeners: readonly Listener[]): string[] {
  const asked = Map.groupBy(
    listeners.filter(({ port }) => port !== 0),
    ({ port }) => port,
  )
  return [...asked]
    .filter(([, all]) => all.length > 1)
    .map(([port, all]) => `${all.map(({ setting }) => setting).join(' and ')} are both ${port}: give each a port of its own`)
}

/** Listens for a moment on each address of the server; one line for each that fails. */
export async function portProblems(config: ListenSettings): Promise<string[]> {
  const lines = await Promise.all(listenersOf(config).map(async listener => listenProblem(listener, await tryListen(listener))))
  return lines.filter(line => line !== undefined)
}

/** Explains with the setting why a server could not listen; undefined for an error of another kind. */
export function listenProblem({ setting, port, host }: Listener, error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return `${setting}=${port}: another program (or another Steading) uses this port; end it, or set ${setting} to a free one`
    case 'EACCES':
      return `${setting}=${port}: this port is not for everybody; set ${setting} to one above 1023`
    case 'EADDRNOTAVAIL':
      return `BIND=${host}: not an address of this machine`
    default:
      return undefined
  }
}

const tryListen = ({ port, host }: Listener) =>
  new Promise<Error | undefined>(done => {
    const server = createServer()
    server.once('error', done)
    // A client that waits for the server would keep this probe open.
    server.on('connection', socket => void socket.destroy())
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)))
  })
