import { Session } from '@steading/contract/users/sessions'
import { z } from 'zod'

/** Name of the BroadcastChannel between the tabs of this origin. */
const channelName = 'steading.session'
/** A new tab waits this long for the others before it asks for a password (ms). */
export const answerWithin = 150

const TabMessage = z.discriminatedUnion('is', [
  z.object({ is: z.literal('asked') }),
  z.object({ is: z.literal('begun'), session: Session }),
  z.object({ is: z.literal('ended'), token: z.string(), rejected: z.boolean() }),
])
type TabMessage = z.infer<typeof TabMessage>

/** Session of this tab. Changes through it are not broadcast again. */
export interface OwnSession {
  readonly get: () => Session | undefined
  readonly take: (session: Session) => void
  readonly lose: (rejected: boolean) => void
}

/** Broadcast between the tabs. */
export interface Channel {
  readonly send: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
}

/** BroadcastChannel of the browser; undefined if not supported: tabs then do not share a session. */
export function browserChannel(): Channel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(channelName)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows; a channel is of one origin by itself
    send: message => channel.postMessage(message),
    onMessage: listener => channel.addEventListener('message', ({ data }) => listener(data)),
  }
}

/** Shares one session among all open tabs: sign-in and sign-out reach each of them. */
export interface Tabs {
  /** Asks the other tabs for their session; resolves after the first answer or `answerWithin`. */
  readonly join: () => Promise<void>
  /** Asks the other tabs for a newer token; resolves when it is taken over or after `answerWithin`. */
  readonly renew: () => Promise<void>
  readonly begun: (session: Session) => void
  readonly ended: (token: string, rejected: boolean) => void
}

export function tabs(channel: Channel, own: OwnSession): Tabs {
  const send = (message: TabMessage) => channel.send(message)
  let joined: () => void = () => undefined
  channel.onMessage(data => {
    const parsed = TabMessage.safeParse(data)
    if (!parsed.success) return // of another version of the page
    const message = parsed.data
    const mine = own.get()
    switch (message.is) {
      case 'asked':
        if (mine) send({ is: 'begun', session: mine })
        break
      case 'begun':
        // A tab of another user keeps its session; a new token of the same user replaces the old one.
        if (!mine || (mine.userId === message.session.userId && mine.sessionToken !== message.session.sessionToken))
          own.take(message.session)
        joined()
        break
      case 'ended':
        if (mine?.sessionToken === message.token) own.lose(message.rejected)
    }
  })
  const renew = () =>
    new Promise<void>(resolve => {
      const before = own.get()?.sessionToken
      const late = setTimeout(resolve, answerWithin)
      joined = () => {
        if (own.get()?.sessionToken === before) return
        clearTimeout(late)
        resolve()
      }
      send({ is: 'asked' })
    })
  return {
    join: async () => {
      if (!own.get()) await renew()
    },
    renew,
    begun: session => send({ is: 'begun', session }),
    ended: (token, rejected) => send({ is: 'ended', token, rejected }),
  }
}
