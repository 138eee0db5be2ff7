import { createServer } from 'node:net'
import { isLoopback } from './loopback.ts'

/** Where this server listens, with the setting that chose the port; 0 is any free one. */
export interface Listener {
  readonly setting: 'HTTP_PORT' | 'MQTT_PORT' | 'MQTTS_PORT'
  readonly port: number
  readonly host: string
}

/** The settings that say where. */
interface Places {
  readonly HTTP_PORT: number
  readonly MQTT_PORT: number
  readonly MQTTS_PORT: number
  readonly MQTT_URL?: string | undefined
  readonly BIND: string
  readonly TLS_TERMINATED_ELSEWHERE: boolean
  readonly tls: object | null
}

/** Plain MQTT stays on this machine, unless somebody else brings the encryption. */
export const plainMqttHost = ({ BIND, TLS_TERMINATED_ELSEWHERE }: Pick<Places, 'BIND' | 'TLS_TERMINATED_ELSEWHERE'>) =>
  isLoopback(BIND) || TLS_TERMINATED_ELSEWHERE ? BIND : '127.0.0.1'

export const listenersOf = (config: Places): readonly Listener[] => [
  { setting: 'HTTP_PORT', port: config.HTTP_PORT, host: config.BIND },
  ...(config.MQTT_URL ? [] : [{ setting: 'MQTT_PORT', port: config.MQTT_PORT, host: plainMqttHost(config) } as const]),
  ...(config.tls && !config.MQTT_URL ? [{ setting: 'MQTTS_PORT', port: config.MQTTS_PORT, host: config.BIND } as const] : []),
]

/** Lines about ports that two listeners ask for. */
export function sharedPorts(listeners: readonly Listener[]): string[] {
  const asked = Map.groupBy(
    listeners.filter(({ port }) => port !== 0),
    ({ port }) => port,
  )
  return [...asked]
    .filter(([, all]) => all.length > 1)
    .map(([port, all]) => `${all.map(({ setting }) => setting).join(' and ')} are both ${port}: give each a port of its own`)
}

/** Listens for a moment everywhere this server will; one line for each place that cannot be had. */
export async function takenPorts(config: Places): Promise<string[]> {
  const lines = await Promise.all(listenersOf(config).map(async one => whyNot(one, await tried(one))))
  return lines.filter(line => line !== undefined)
}

/** Why a server could not listen, in words with the setting; undefined for an error of another kind. */
export function whyNot({ setting, port, host }: Listener, error: unknown): string | undefined {
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

const tried = ({ port, host }: Listener) =>
  new Promise<Error | undefined>(done => {
    const server = createServer()
    server.once('error', done)
    // Whoever waits for this server to be up would hold up its start.
    server.on('connection', socket => void socket.destroy())
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)))
  })
