import { Session } from '@steading/contract/sessions'
import { z } from 'zod'

/** The open tabs of this browser speak to each other here, and no other site hears it. */
const channelName = 'steading.session'
/** A new tab waits this long for the others before it asks for a password (ms). */
export const answerWithin = 150

const Said = z.discriminatedUnion('is', [
  z.object({ is: z.literal('asked') }),
  z.object({ is: z.literal('begun'), session: Session }),
  z.object({ is: z.literal('ended'), token: z.string(), rejected: z.boolean() }),
])
type Said = z.infer<typeof Said>

/** What a tab needs of its own session: changes made through it are not told to the others again. */
export interface Own {
  readonly get: () => Session | undefined
  readonly take: (session: Session) => void
  readonly lose: (rejected: boolean) => void
}

/** What one tab says, all others hear. */
export interface Channel {
  readonly say: (said: unknown) => void
  readonly hear: (listener: (said: unknown) => void) => void
}

/** The browser's own channel; undefined where it has none: then each tab is alone. */
export function browserChannel(): Channel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(channelName)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows; a channel is of one origin by itself
    say: said => channel.postMessage(said),
    hear: listener => channel.addEventListener('message', ({ data }) => listener(data)),
  }
}

/** One session for all open tabs: who comes in, and who goes, does so in each. */
export interface Tabs {
  /** Asks the others for theirs; resolves when one has answered, or none within `answerWithin`. */
  readonly join: () => Promise<void>
  /** Asks the others whether they have a newer token; resolves once it is taken over, or after `answerWithin`. */
  readonly renew: () => Promise<void>
  readonly begun: (session: Session) => void
  readonly ended: (token: string, rejected: boolean) => void
}

export function tabs(channel: Channel, own: Own): Tabs {
  const say = (said: Said) => channel.say(said)
  let joined: () => void = () => undefined
  channel.hear(data => {
    const heard = Said.safeParse(data)
    if (!heard.success) return // of another version of the page
    const said = heard.data
    const mine = own.get()
    switch (said.is) {
      case 'asked':
        if (mine) say({ is: 'begun', session: mine })
        break
      case 'begun':
        // A tab that is another person's already stays so; the same person's new token replaces the old one.
        if (!mine || (mine.userId === said.session.userId && mine.sessionToken !== said.session.sessionToken))
          own.take(said.session)
        joined()
        break
      case 'ended':
        if (mine?.sessionToken === said.token) own.lose(said.rejected)
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
      say({ is: 'asked' })
    })
  return {
    join: async () => {
      if (!own.get()) await renew()
    },
    renew,
    begun: session => say({ is: 'begun', session }),
    ended: (token, rejected) => say({ is: 'ended', token, rejected }),
  }
}
