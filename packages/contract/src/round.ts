/** From 2^53 on a double has no decimals, and multiplying by a power of ten could overflow. */
const WHOLE_FROM = 2 ** 53

/** Rounds half away from zero to `decimals`, with a tolerance for the last bit of a double. Finite numbers stay finite. */
export const round = (x: number, decimals: number): number => {
  if (Math.abs(x) >= WHOLE_FROM) return x
  const scale = 10 ** decimals
  const rounded = Math.floor(Math.abs(x) * scale + 0.5 + 1e-9) / scale
  return x < 0 && rounded !== 0 ? -rounded : rounded
}

/** Degrees of a full turn. */
export const TURN = 360

/** A direction within a full turn: 0 to below 360. */
export const wrapDirection = (degrees: number): number => ((degrees % TURN) + TURN) % TURN

/** A direction rounded within its circle: 359.6 to whole degrees is 0. */
export const roundDirection = (degrees: number, decimals: number): number => round(wrapDirection(degrees), decimals) % TURN

export const clamp = (x: number, min: number, max: number): number => (x < min ? min : x > max ? max : x)
