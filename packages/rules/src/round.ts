/** Half away from zero at `decimals`, forgiving the last bit of a double; for written commands, never for intermediates. */
export const round = (x: number, decimals: number): number => {
  const scale = 10 ** decimals
  const rounded = Math.floor(Math.abs(x) * scale + 0.5 + 1e-9) / scale
  return x < 0 && rounded !== 0 ? -rounded : rounded
}

export const clamp = (x: number, min: number, max: number): number => (x < min ? min : x > max ? max : x)
