import { hash, verify } from '@node-rs/argon2'

/** argon2id, 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 4

let running = 0
const waiting: (() => void)[] = []

/** At most four hashes at once: a flood of logins must not take memory and cores from the alarms. */
async function inTurn<T>(act: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>(go => void waiting.push(go))
  running++
  try {
    return await act()
  } finally {
    running--
    waiting.shift()?.()
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, OPTIONS))

/** Checks against this when there is no such person, so that both answers take the same time. */
let decoy: Promise<string> | undefined

export async function passwordHolds(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hashPassword('nobody has this one')))
  const holds = await inTurn(() => verify(against, password))
  return holds && stored !== null && stored !== undefined
}
