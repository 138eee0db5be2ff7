import type { DownTopic, MessageOf, UpTopic } from '@steading/contract/box/messages'
import type { Random } from '../random.ts'
import type { Timeline } from './timeline.ts'

/** How a connection behaves. */
export interface Weather {
  /** ms one way. */
  readonly least: number
  readonly most: number
  /** Share of messages that come twice, that come out of their order, that are held back and come into whatever session is then. */
  readonly twice: number
  readonly astray: number
  readonly heldBack: number
}

/** One connection of the box, as either end believes it to be. */
interface Pipe {
  readonly sid: string
  readonly weather: Weather
  boxEnd: boolean
  serverEnd: boolean
  /** Nothing gets through any more, and nobody has noticed yet. */
  dead: boolean
  lastUp: number
  lastDown: number
  heardAt: number
}

export interface NetworkParts {
  readonly time: Timeline
  readonly random: Random
  /** What the box does with a message, in the life that it then has. */
  readonly toBox: (topic: DownTopic, message: unknown) => void
  readonly toServer: <T extends UpTopic>(topic: T, message: MessageOf<T>) => void
  /** The broker let the box in; the connection before, if the server still held one, ended. */
  readonly entered: () => void
  readonly gone: () => void
}

/** ms that a message may be held back, or come again after: mostly a little, now and then far too much. */
const HELD = [2000, 6000, 20_000]
const WILL = 5000
const PING = 25_000

/** What lies between one box and the server: slow, lossy by cuts, and worse than MQTT allows where the broker is not ours. */
export function network({ time, random, toBox, toServer, entered, gone }: NetworkParts) {
  let pipe: Pipe | undefined
  const faults = { cuts: 0, 'half-open connections': 0, 'messages twice': 0, 'messages held back': 0 }

  const latency = ({ weather }: Pipe) => random.between(weather.least, weather.most)

  /** The server's end of a connection closes; its will is told some time later. */
  const closeAtServer = (one: Pipe) => {
    if (!one.serverEnd) return
    one.serverEnd = false
    time.after(random.between(0, WILL), () => toServer('up/state', { on: false, sid: one.sid }))
    gone()
  }

  const send = <T extends UpTopic>(one: Pipe, topic: T, message: MessageOf<T>) => {
    one.lastUp = Math.max(one.lastUp, time.now() + latency(one))
    time.after(one.lastUp - time.now(), () => {
      if (one.dead || !one.serverEnd) return
      one.heardAt = time.now()
      toServer(topic, message)
    })
  }

  return {
    faults,
    /** A new connection of the box; `ready` when it may speak, never if the line breaks before. */
    connect(sid: string, weather: Weather, ready: () => void) {
      const own: Pipe = { sid, weather, boxEnd: true, serverEnd: false, dead: false, lastUp: 0, lastDown: 0, heardAt: 0 }
      const before = pipe
      time.after(latency(own), () => {
        if (own.dead) return
        entered()
        if (before) closeAtServer(before)
        pipe = own
        own.serverEnd = true
        own.heardAt = time.now()
        const ping = () => {
          if (!own.boxEnd) return
          time.after(latency(own), () => {
            if (!own.dead && own.serverEnd) own.heardAt = time.now()
          })
          time.after(PING, ping)
        }
        time.after(latency(own), () => {
          if (own.dead || !own.boxEnd) return
          ready()
          ping()
        })
      })
      return {
        say: <T extends UpTopic>(topic: T, message: MessageOf<T>) => {
          if (own.boxEnd) send(own, topic, message)
        },
        /** Both ends learn of it, the server later, or only by the silence. */
        cut: (halfOpen: boolean) => {
          if (!own.boxEnd) return
          own.boxEnd = false
          own.dead = true
          faults[halfOpen ? 'half-open connections' : 'cuts']++
          if (!halfOpen) time.after(random.between(0, 3000), () => closeAtServer(own))
        },
        /** Nothing passes any more and the box does not know. */
        stall: () => {
          own.dead = true
          faults['half-open connections']++
        },
      }
    },

    /** The server speaks to whatever connection it believes in. */
    publish(topic: DownTopic, message: unknown) {
      const one = pipe
      if (!one?.serverEnd) return
      const { weather } = one
      const into = (isStray: boolean) => () => {
        if (isStray || (!one.dead && one.boxEnd)) toBox(topic, message)
      }
      const inOrder = Math.max(one.lastDown, time.now() + latency(one))
      const isAstray = random.chance(weather.astray)
      if (!isAstray) one.lastDown = inOrder
      if (random.chance(weather.heldBack)) {
        faults['messages held back']++
        time.after(random.between(0, random.one(HELD)), into(true))
      } else time.after(isAstray ? latency(one) : inOrder - time.now(), into(false))
      if (random.chance(weather.twice)) {
        faults['messages twice']++
        time.after(random.between(0, random.one(HELD)), into(true))
      }
    },
    disconnect() {
      if (pipe) closeAtServer(pipe)
    },
    /** As the embedded broker tells it. */
    quietFor: () => (pipe?.serverEnd ? time.now() - pipe.heardAt : Infinity),
  }
}
export type Network = ReturnType<typeof network>
