/** What a command does; `byHand`: a person gave it. */
export type Act<T = number> = (value: T, byHand: boolean) => void

/** One readable thing of a barn. Booleans are 0 and 1 in here; NaN means that there is nothing to read just now. */
export interface Point {
  readonly type: 'number' | 'boolean'
  /** Digits after the decimal point. */
  readonly decimals: number
  /** How history keeps it: a value every 5 minutes, or each change. */
  readonly history: 'samples' | 'changes'
  /** The value at t (UTC ms); the model must have been advanced to t before. */
  readonly read: (t: number) => number
  /** Bounds and effect of a command. */
  readonly write?: { readonly min: number; readonly max: number; readonly act: Act }
}

export const gauge = (decimals: number, read: (t: number) => number): Point => ({
  type: 'number',
  decimals,
  history: 'samples',
  read,
})

export const flag = (read: (t: number) => boolean): Point => ({
  type: 'boolean',
  decimals: 0,
  history: 'changes',
  read: t => (read(t) ? 1 : 0),
})

export const setting = (decimals: number, min: number, max: number, read: () => number, act: Act): Point => ({
  type: 'number',
  decimals,
  history: 'changes',
  read,
  write: { min, max, act },
})

export const percent = (read: () => number, act: Act): Point => setting(0, 0, 100, read, act)

export const relay = (read: () => boolean, act: Act<boolean>): Point => ({
  ...flag(read),
  write: { min: 0, max: 1, act: (value, byHand) => act(value === 1, byHand) },
})

/** Half away from zero, with a hair of tolerance for binary fractions. */
export const round = (value: number, decimals: number): number => {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.floor(Math.abs(value) * scale + 0.5 + 1e-9)) / scale
}
