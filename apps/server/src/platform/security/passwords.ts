import { hash, verify } from '@node-rs/argon2'

/** argon2id, 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const MAX_CONCURRENT = 4

let running = 0
const waiting: (() => void)[] = []

/** Limits concurrent hashes: a flood of logins must not take memory and cores from the alarms. */
async function limited<T>(act: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>(go => void waiting.push(go))
  running++
  try {
    return await act()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** Hashes the one form (NFC) of a password: keyboards compose accents differently. */
export const hashPassword = (password: string) => limited(() => hash(password.normalize('NFC'), OPTIONS))

/** Hash to verify against for an unknown user: both answers then take the same time. */
let decoy: Promise<string> | undefined

export async function isPasswordCorrect(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hashPassword('nobody has this one')))
  const holds = await limited(() => verifyForms(against, password))
  return holds && stored !== null && stored !== undefined
}

/** A hash from before passwords were normalised may be that of the decomposed form (NFD). */
async function verifyForms(against: string, password: string): Promise<boolean> {
  const [composed, decomposed] = [password.normalize('NFC'), password.normalize('NFD')]
  if (await verify(against, composed)) return true
  return decomposed !== composed && verify(against, decomposed)
}
