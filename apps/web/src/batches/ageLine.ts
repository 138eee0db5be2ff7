/** The points of a line over the age: those whose age and value are known. */
export function ageLine<P>(points: readonly P[], age: (point: P) => number | null, value: (point: P) => number | null) {
  const known = points.filter(point => age(point) !== null && value(point) !== null)
  return { times: known.map(point => age(point)!), values: known.map(value) } // safe: just filtered
}
