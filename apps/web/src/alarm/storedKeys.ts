import { z } from 'zod'
import { clock } from '../platform/page/clock.ts'
import { device, tab } from '../platform/storage.ts'

const NAME = 'alarms'
const DRILL = 'drill'
/** What a key is good for, ms. */
const DAY = 86_400_000
const StoredKeys = z.array(z.object({ message: z.string(), key: z.string(), until: z.number() }))

/** What the links of this device were exchanged for, each for its day. */
function all(): z.output<typeof StoredKeys> {
  const read = StoredKeys.safeParse(parsed(device.read(NAME)))
  return (read.data ?? []).filter(one => one.until > clock.now())
}
const write = (some: z.output<typeof StoredKeys>) => device.write(NAME, some.length > 0 ? JSON.stringify(some) : undefined)

/** Whose message a link is of: the secret before the dot is kept nowhere. */
const messageOf = (token: string) => token.slice(token.indexOf('.') + 1)

/** The answer page hands over what it opened: `key.<key>.<message>` behind the #. */
const HANDED_OVER = /^key\.([\w-]{43})\.([1-9]\d{0,17})$/

/** The key of a link, in whichever tab it was opened; without one, of the link that this tab showed. */
export function keptKey(token: string): string | undefined {
  const [, key, of] = HANDED_OVER.exec(token) ?? []
  if (key && of) {
    keepKey(`.${of}`, key)
    return key
  }
  const message = token === '' ? tab.read(NAME) : messageOf(token)
  const found = all().find(one => one.message === message)
  if (found) tab.write(NAME, message)
  return found?.key
}

export function keepKey(token: string, key: string): void {
  const message = messageOf(token)
  tab.write(NAME, message)
  write([...all().filter(one => one.message !== message), { message, key, until: clock.now() + DAY }])
}

/** Once the platform takes it no more. */
export const forgetKey = (key: string): void => write(all().filter(one => one.key !== key))

/** The token of a drill's link; without one, of the link that this tab showed. It opens that drill alone, as often as it is followed. */
export function keptDrill(token: string): string {
  if (token === '') return tab.read(DRILL) ?? ''
  tab.write(DRILL, token)
  return token
}

function parsed(text = '[]'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // somebody else's
  }
}
